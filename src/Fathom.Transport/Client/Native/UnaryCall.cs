using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client.Native;

/// <summary>
/// One request, one response, awaited or blocking. The response is collected whole on the event loop and read by who waits: one wake-up for
/// a call, where reading step by step has two.
/// </summary>
internal sealed class UnaryCall<TRequest, TResponse>(NativeChannel channel, Method<TRequest, TResponse> method, in CallOptions options)
{
    private readonly ClientStream _stream = new(channel, method, options, readsWhole: true, method.ResponseMarshaller.TakesFrom);

    public async Task<TResponse> InvokeAsync(TRequest request)
    {
        Begin(request);
        var end = _stream.Arrival.Arm();
        channel.SubmitAndLeave(_stream);
        await end.ConfigureAwait(false);
        return Take();
    }

    public TResponse Invoke(TRequest request)
    {
        Begin(request);
        var end = _stream.Arrival.ArmBlocking();
        channel.SubmitAndLeave(_stream, blocks: true);
        end.Wait();
        return Take();
    }

    /// <summary>Frames the request and enters the gate.</summary>
    private void Begin(TRequest request)
    {
        CallWatch.Start(_stream);
        if (_stream.Ended is { } end)
        {
            throw Failure(end);
        }

        var framed = CallWatch.Frame(_stream, method.RequestMarshaller, request, channel.Options.MaxSendMessageSize,
            _stream.Options.WriteFlags, lends: true);
        channel.Gate.Enter();
        if (_stream.Ended is { } ended)
        {
            framed.Return();
            channel.Gate.Leave();
            throw Failure(ended);
        }

        _stream.Send(framed);
    }

    // The call has ended: nobody else touches its bytes any more.
    private TResponse Take()
    {
        try
        {
            var end = _stream.Ended!;
            if (!end.Status.IsOk)
            {
                throw Failure(end);
            }

            var outcome = _stream.Look();
            if (outcome.State != MessageState.Message)
            {
                throw outcome.State == MessageState.Failed ? new RpcException(outcome.Failure) : ResponseCardinality.None(end.Trailers);
            }

            var response = MessageCodec.Read(method.ResponseMarshaller, outcome, _stream.Framing, channel.MessageWire, _stream.IsOwn);
            return _stream.HoldsMoreThan(outcome) ? throw ResponseCardinality.Several() : response;
        }
        finally
        {
            _stream.ReleaseReceived();
        }
    }

    private static RpcException Failure(CallEnd end) => new(end.Status, end.Trailers, end.Cause);
}
