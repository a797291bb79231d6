using Fathom.Contracts;

namespace Fathom.Mediator.Remotes;

/// <summary>A failure as it crosses between nodes, in the trailer <see cref="FailureTrailers.Key"/>.</summary>
/// <param name="Node">The node it happened on.</param>
/// <param name="ExceptionType">The full name of the exception's type.</param>
/// <param name="Text">The exception's message.</param>
/// <param name="Details">The exception with its stack; empty where that node does not tell.</param>
[Contract]
internal sealed partial record FailureReport(
    [property: Member(1)] string Node, [property: Member(2)] string ExceptionType, [property: Member(3)] string Text,
        [property: Member(4)] string Details = "");
