using System.Diagnostics;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>The telemetry of one method in one direction. Immutable; created with the route.</summary>
internal sealed class CallTelemetry
{
    private readonly string _method;
    private readonly Uri? _server;

    private CallTelemetry(string path, Uri? server) => (_method, _server) = (path[1..], server);

    /// <summary>For messages to another node.</summary>
    /// <param name="path">The method's path, <c>/service/name</c>.</param>
    /// <param name="server">The node's address.</param>
    public static CallTelemetry ToNode(string path, Uri server) => new(path, server);

    /// <summary>For messages from other nodes.</summary>
    public static CallTelemetry FromNodes(string path) => new(path, null);

    /// <summary>Starts the span of a message to another node and adds the trace to its metadata; null without a listener.</summary>
    /// <param name="headers">The message's metadata; created if there is a trace to add.</param>
    /// <param name="cause">The call whose handler sends the message; its trace is forwarded if this node records no spans. Null:
    /// none.</param>
    public CallObservation? Send(ref Metadata? headers, ServerCallContext? cause)
    {
        if (!MediatorTelemetry.IsSendingObserved)
        {
            if (cause is not null && headers is not null)
            {
                TraceHeaders.PassOn(cause.RequestHeaders, headers);
            }

            return null;
        }

        var observation = Begin(ActivityKind.Client, default);
        if (Activity.Current is { } current)
        {
            TraceHeaders.Write(current, headers ??= []);
        }

        return observation;
    }

    /// <summary>Starts the span of a message from another node, as a child of its trace.</summary>
    public CallObservation Serve(Metadata headers) => Begin(ActivityKind.Server, TraceHeaders.Read(headers));

    private CallObservation Begin(ActivityKind kind, ActivityContext parent)
    {
        var activity = MediatorTelemetry.Source.StartActivity(_method, kind, parent);
        if (activity is { IsAllDataRequested: true })
        {
            activity.SetTag(RpcAttributes.System, RpcAttributes.Grpc);
            activity.SetTag(RpcAttributes.Method, _method);
            if (_server is not null)
            {
                activity.SetTag(RpcAttributes.ServerAddress, _server.Host);
                activity.SetTag(RpcAttributes.ServerPort, _server.Port);
            }
        }

        return new CallObservation(activity, kind, _method, _server);
    }
}
