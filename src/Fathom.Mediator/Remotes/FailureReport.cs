using Fathom.Contracts;

namespace Fathom.Mediator.Remotes;

/// <summary>A failure as it is sent between nodes, in the trailer <see cref="FailureTrailers.Key"/>.</summary>
/// <param name="Node">The node where it happened.</param>
/// <param name="ExceptionType">The full name of the exception's type.</param>
/// <param name="Text">The exception's message.</param>
/// <param name="Details">The exception with its stack trace; empty without <c>Grpc:DetailedErrors</c>.</param>
/// <param name="Id">A random number of a failure of a notification, which may be reported by several paths; 0: none.</param>
[Contract]
internal sealed partial record FailureReport(
    [property: Member(1)] string Node, [property: Member(2)] string ExceptionType, [property: Member(3)] string Text,
        [property: Member(4)] string Details = "", [property: Member(5)] long Id = 0);
