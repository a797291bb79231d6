using Fathom.Transport.Calls;
using Fathom.Tree.Services.Upstream;
using Fathom.Wire.Grpc;

namespace Fathom.Tree.Services.Nodes;

/// <summary>The end of a call that cannot be answered, in the exception of the library that serves it.</summary>
public static class ServiceFailure
{
    /// <summary>There is no such record.</summary>
    public static Exception NotFound(bool isFathom, int id) => Of(isFathom, "NotFound", $"there is no record {id}");

    /// <summary>A service that the process needs failed: its status is passed on, with its name.</summary>
    public static Exception Of(bool isFathom, CallFailure failure) => Of(isFathom, failure.Status, failure.Message);

    private static Exception Of(bool isFathom, string status, string detail) => isFathom
        ? new RpcException(new Status(Enum.Parse<StatusCode>(status), detail))
        : new Grpc.Core.RpcException(new Grpc.Core.Status(Enum.Parse<Grpc.Core.StatusCode>(status), detail));
}
