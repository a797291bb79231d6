using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client.Native;

/// <summary>A unary call, asynchronous or blocking. The event loop buffers the whole response before it resumes the caller: one wake-up per
/// call instead of two.</summary>
internal sealed class UnaryCall<TRequest, TResponse>(NativeChannel channel, Method<TRequest, TResponse> method, in CallOptions options)
{
    private readonly ClientStream _stream = new(channel, method, options, bufferResponse: true,
        method.ResponseMarshaller.ZeroCopyThreshold);

    public async Task<TResponse> InvokeAsync(TRequest request)
    {
        var framed = Frame(request);
        ValueTask end;
        using (channel.Strand.Enter())
        {
            Send(framed);
            end = _stream.ResponseSignal.Arm();
            channel.Submit(_stream);
        }

        await end.ConfigureAwait(false);
        return ReadResponse();
    }

    public TResponse Invoke(TRequest request)
    {
        var framed = Frame(request);
        Task end;
        using (channel.Strand.Enter(sendsHere: true))
        {
            Send(framed);
            end = _stream.ResponseSignal.ArmBlocking();
            channel.Submit(_stream);
        }

        end.Wait();
        return ReadResponse();
    }

    /// <summary>Starts to observe the deadline and serializes the request.</summary>
    private FramedMessage Frame(TRequest request)
    {
        ClientCallSetup.Start(_stream);
        return _stream.Result is { } end
            ? throw Failure(end)
            : ClientCallSetup.Frame(_stream, method.RequestMarshaller, request, channel.Options.MaxSendMessageSize,
                _stream.Options.WriteFlags, lends: true);
    }

    private void Send(FramedMessage framed)
    {
        if (_stream.Result is { } ended)
        {
            framed.Return();
            throw Failure(ended);
        }

        _stream.Send(framed);
    }

    // The call has ended, so its bytes do not change any more.
    private TResponse ReadResponse()
    {
        try
        {
            var end = _stream.Result!;
            if (!end.Status.IsOk)
            {
                throw Failure(end);
            }

            var outcome = _stream.Read();
            if (outcome.State != MessageState.Message)
            {
                throw outcome.State == MessageState.Failed ? new RpcException(outcome.Failure) : ResponseCardinality.None(end.Trailers);
            }

            var response = MessageSerializer.Deserialize(
                method.ResponseMarshaller, outcome, _stream.Framing, channel.Compressor, _stream.IsDedicated);
            return _stream.HasBytesAfter(outcome) ? throw ResponseCardinality.Several() : response;
        }
        finally
        {
            _stream.ReleaseReceived();
        }
    }

    private static RpcException Failure(CallResult end) => new(end.Status, end.Trailers, end.Cause);
}
