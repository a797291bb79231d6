using Fathom.Transport.Calls;
using Fathom.Tree.Nodes;

namespace Fathom.Tree.Services.Upstream;

/// <summary>A call to a service failed. Its message names the service that failed first and the gRPC status: what the users of the REST
/// APIs are told, and what errors are counted by.</summary>
public sealed class CallFailure : Exception
{
    private CallFailure(string message, string status)
        : base(message) => Status = status;

    /// <summary>The gRPC status, such as <c>Unavailable</c>.</summary>
    public string Status { get; }

    /// <summary>The failure behind an exception of either library; null for any other exception.</summary>
    /// <param name="service">Name of the process that was called.</param>
    /// <param name="exception">What the call threw.</param>
    public static CallFailure? Of(string service, Exception exception) => exception switch
    {
        Grpc.Core.RpcException original => Of(service, original.StatusCode.ToString(), original.Status.Detail),
        RpcException ours => Of(service, ours.StatusCode.ToString(), ours.Status.Detail),
        _ => null,
    };

    // A service passes on the message of the service that it needed.
    private static CallFailure Of(string service, string status, string detail) =>
        new(TreeNodes.All.Any(n => detail == $"{n}: {status}") ? detail : $"{service}: {status}", status);
}
