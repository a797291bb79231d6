using System.Diagnostics;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>The telemetry of one message: its span and its duration. Owned by its call, which reports a failure and disposes it at the
/// end.</summary>
internal sealed class CallObservation(Activity? activity, ActivityKind kind, string method, Uri? server) : IDisposable
{
    private readonly long _started = Stopwatch.GetTimestamp();
    private StatusCode _code;

    /// <summary>Sets the failure that ended the call.</summary>
    public void Fail(Exception error) => _code = error is RpcException rpc ? rpc.StatusCode : StatusCode.Unknown;

    public void Dispose()
    {
        var code = _code.CanonicalName();
        var isError = kind == ActivityKind.Client ? _code != StatusCode.OK : RpcAttributes.IsErrorOfServer(_code);
        TagList tags = new() { { RpcAttributes.System, RpcAttributes.Grpc }, { RpcAttributes.Method, method },
            { RpcAttributes.StatusCode, code } };
        if (isError)
        {
            tags.Add(RpcAttributes.ErrorType, code);
        }

        if (server is not null)
        {
            tags.Add(RpcAttributes.ServerAddress, server.Host);
            tags.Add(RpcAttributes.ServerPort, server.Port);
        }

        var histogram = kind == ActivityKind.Client ? MediatorTelemetry.SendingDuration : MediatorTelemetry.ServingDuration;
        histogram.Record(Stopwatch.GetElapsedTime(_started).TotalSeconds, tags);
        if (activity is null)
        {
            return;
        }

        activity.SetTag(RpcAttributes.StatusCode, code);
        if (isError)
        {
            activity.SetTag(RpcAttributes.ErrorType, code);
            activity.SetStatus(ActivityStatusCode.Error);
        }

        activity.Dispose();
    }
}
