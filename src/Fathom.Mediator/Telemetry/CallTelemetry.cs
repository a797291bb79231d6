using System.Diagnostics;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>What is told of the messages of one method in one direction. Immutable, made with the route.</summary>
internal sealed class CallTelemetry
{
    private readonly string _method;
    private readonly Uri? _server;

    private CallTelemetry(string path, Uri? server) => (_method, _server) = (path[1..], server);

    /// <summary>Of messages to another node.</summary>
    /// <param name="path">Of the method, <c>/service/name</c>.</param>
    /// <param name="server">Where the node is.</param>
    public static CallTelemetry ToNode(string path, Uri server) => new(path, server);

    /// <summary>Of messages from other nodes.</summary>
    public static CallTelemetry FromNodes(string path) => new(path, null);

    /// <summary>Begins a message to another node, whose metadata takes the trace along; null where nobody listens. Disposing it ends
    /// it.</summary>
    /// <param name="headers">The message's metadata; made where there is none yet and a trace to take along.</param>
    /// <param name="cause">The call in whose handling the message is sent, whose trace goes on where this node traces nothing itself; null:
    /// none.</param>
    public CallObservation? Send(ref Metadata? headers, ServerCallContext? cause)
    {
        if (!MediatorTelemetry.IsSendingWanted)
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

    /// <summary>Begins a message from another node, as a child of whatever trace came with it. Disposing it ends it.</summary>
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
