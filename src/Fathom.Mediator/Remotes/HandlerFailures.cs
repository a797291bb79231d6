using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>Turns exceptions of handlers on this node into the ends of calls. Owned by the node.</summary>
internal sealed class HandlerFailures(NodeDisplayName node, bool detailed, ILogger logger)
{
    /// <summary>The end of a call whose handler threw. The transport handles cancellation and deadlines itself.</summary>
    public Exception ToCallEnd(string message, ServerCallContext call, Exception error)
    {
        switch (error)
        {
            case RpcException:
                return error;
            case OperationCanceledException when call.CancellationToken.IsCancellationRequested:
                return new RpcException(new Status(StatusCode.Cancelled, error.Message), inner: error);
            case PublishException several:
                foreach (var own in several.InnerExceptions.Where(e => e is not MediatorException))
                {
                    NodeLog.HandlerFailed(logger, message, call.Peer, own);
                }

                return ToCallEnd(several);
            case MediatorException known:
                return FailureTrailers.ToCallEnd(known.StatusCode, known.Message, [Report(known)], error);
            default:
                NodeLog.HandlerFailed(logger, message, call.Peer, error);
                return FailureTrailers.ToCallEnd(StatusCode.Unknown, $"{error.GetType().Name}: {error.Message}", [Report(error)], error);
        }
    }

    /// <summary>The end of a call that reports these failures. Logs nothing.</summary>
    public RpcException ToCallEnd(PublishException several) => FailureTrailers.ToCallEnd(StatusCode.Unknown, several.Message,
        [.. several.InnerExceptions.Select((e, i) => Report(e) with { Id = several.FailureIds[i] })], several);

    private FailureReport Report(Exception error) => FailureTrailers.Report(node.Value, error, detailed);
}
