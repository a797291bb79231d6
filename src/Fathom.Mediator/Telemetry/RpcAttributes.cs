using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>OpenTelemetry's names for RPC (semantic conventions, "RPC spans", "RPC metrics" and "gRPC", release candidate).</summary>
internal static class RpcAttributes
{
    public const string System = "rpc.system.name";
    public const string Method = "rpc.method";
    public const string StatusCode = "rpc.response.status_code";
    public const string ErrorType = "error.type";
    public const string ServerAddress = "server.address";
    public const string ServerPort = "server.port";

    /// <summary>The value of <see cref="System"/>.</summary>
    public const string Grpc = "grpc";

    /// <summary>Whether a status is an error of the server. For a client every status but OK is an error.</summary>
    public static bool IsErrorOfServer(StatusCode code) =>
        code is Wire.Grpc.StatusCode.Unknown or Wire.Grpc.StatusCode.DeadlineExceeded or Wire.Grpc.StatusCode.Unimplemented
        or Wire.Grpc.StatusCode.Internal or Wire.Grpc.StatusCode.Unavailable or Wire.Grpc.StatusCode.DataLoss;
}
