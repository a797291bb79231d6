using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>What a run calls.</summary>
/// <param name="Path">The path: <c>/package.Service/Method</c>.</param>
/// <param name="Kind">Which side streams.</param>
/// <param name="Requests">The request messages.</param>
/// <param name="ExpectedReply">The reply that every call must have; null for any.</param>
internal sealed record LoadMethod(string Path, MethodKind Kind, IRequestSource Requests, ExpectedReply? ExpectedReply);
