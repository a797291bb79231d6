using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>Failures of calls that must have exactly one response (gRPC doc/statuscodes.md: Unimplemented).</summary>
internal static class ResponseCardinality
{
    public static RpcException None(Metadata trailers) => Failure("none", trailers);

    public static RpcException Several() => Failure("more than one", null);

    private static RpcException Failure(string found, Metadata? trailers) =>
        new(new Status(StatusCode.Unimplemented, $"The method has exactly one response message, the server sent {found}."), trailers);
}
