using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>What a run calls.</summary>
/// <param name="Path">The path: <c>/package.Service/Method</c>.</param>
/// <param name="Kind">Which side streams.</param>
/// <param name="Requests">The request messages.</param>
/// <param name="ExpectedReplies">The replies that calls must have, in turn; empty for any.</param>
internal sealed record LoadMethod(string Path, MethodKind Kind, IRequestSource Requests, IReadOnlyList<ExpectedReply> ExpectedReplies);
