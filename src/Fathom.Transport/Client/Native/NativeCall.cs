using Fathom.Transport.Calls;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client.Native;

/// <summary>A call of any kind over a <see cref="NativeChannel"/>: sends and receives messages on a <see cref="ClientStream"/>.</summary>
internal sealed class NativeCall<TRequest, TResponse> : Call<TRequest, TResponse>
{
    private readonly NativeChannel _channel;
    private readonly Method<TRequest, TResponse> _method;
    private readonly ClientStream _stream;
    private TResponse? _current;
    private bool _started;
    private bool _completed;
    private OperationGuard _writing;
    private OperationGuard _reading;

    public NativeCall(NativeChannel channel, Method<TRequest, TResponse> method, in CallOptions options)
        : base(method)
    {
        (_channel, _method) = (channel, method);
        _stream = new ClientStream(channel, method, options, bufferResponse: false);
    }

    public override TResponse Current => _current!;

    public override Status Status => Result.Status;

    public override Metadata Trailers => Result.Trailers;

    private CallResult Result => _stream.Result
        ?? throw new InvalidOperationException("The call has not ended yet: read all messages first.");

    private Strand Strand => _channel.Strand;

    /// <summary>Starts to observe the deadline; sends the request of a streaming call.</summary>
    public NativeCall<TRequest, TResponse> Start()
    {
        ClientCallSetup.Start(_stream);
        if (!_method.HasSingleRequest)
        {
            _started = true;
            using (Strand.Enter())
            {
                _channel.Submit(_stream);
            }
        }

        return this;
    }

    public override string? ResponseEncoding => _stream.ResponseEncoding;

    public override async Task<Metadata> ResponseHeadersAsync()
    {
        RequireStarted();
        Task arrival;
        using (Strand.Enter())
        {
            arrival = _stream.HeadersAsync();
        }

        await arrival.ConfigureAwait(false);

        if (_stream.Headers is not { } headers)
        {
            return _stream.Result is { Status.IsOk: false } end ? throw Failure(end) : [];
        }

        if (_stream.IsResponseComplete && _stream.HasTrailersOnly)
        {
            // A trailers-only response has no headers.
            return _stream.Result is { Status.IsOk: false } end ? throw Failure(end) : [];
        }

        return _stream.HeadersStatus is { IsOk: false } bad ? throw Failure(EndLocally(bad)) : headers;
    }

    public override ValueTask WriteAsync(TRequest message, WriteFlags flags)
    {
        _writing.Enter("write");
        try
        {
            var waiting = Write(message, flags | _stream.Options.WriteFlags);
            if (!waiting.IsCompletedSuccessfully)
            {
                return FinishWriteAsync(waiting);
            }
        }
        catch
        {
            _writing.Exit();
            throw;
        }

        _writing.Exit();
        return ValueTask.CompletedTask;
    }

    public override ValueTask CompleteAsync()
    {
        if (!_method.HasSingleRequest && !_completed)
        {
            _completed = true;
            using (Strand.Enter())
            {
                _stream.Complete();
            }
        }

        return ValueTask.CompletedTask;
    }

    protected override async ValueTask<bool> ReadAsync()
    {
        RequireStarted();
        _reading.Enter("read");
        try
        {
            while (true)
            {
                var outcome = TryRead(out var arrival);
                switch (outcome.State)
                {
                    case MessageState.Message:
                        Decode(outcome);
                        return true;
                    case MessageState.Incomplete:
                        await arrival.ConfigureAwait(false);
                        break;
                    default:
                        return Finish(outcome);
                }
            }
        }
        finally
        {
            _reading.Exit();
        }
    }

    protected override void Dispose(bool disposing)
    {
        using (Strand.Enter())
        {
            _stream.End(new Status(StatusCode.Cancelled, "Call disposed by the client before it ended."));
            if (!_reading.IsEntered)
            {
                _stream.DiscardUnread();
            }
        }
    }

    protected override void End(Status status) => EndLocally(status);

    private static RpcException Failure(CallResult end) => new(end.Status, end.Trailers, end.Cause);

    private ValueTask Write(TRequest message, WriteFlags flags)
    {
        if (_method.HasSingleRequest ? _started : _completed)
        {
            throw new InvalidOperationException(
                $"The requests of this call to {_method} are complete: no message can be written any more.");
        }

        if (_stream.Result is { } end)
        {
            throw Failure(end);
        }

        var framed = ClientCallSetup.Frame(_stream, _method.RequestMarshaller, message, _channel.Options.MaxSendMessageSize, flags);
        using (Strand.Enter())
        {
            if (_stream.Result is not null)
            {
                framed.Return();
                return default;
            }

            _stream.Send(framed);
            if (_method.HasSingleRequest)
            {
                _started = true;
                _channel.Submit(_stream);
                return default;
            }

            return _stream.IsWritePending ? _stream.WriteSignal.Arm() : default;
        }
    }

    /// <summary>Reads a message, which is valid until <see cref="Consume"/>; the end of the call; or, for an incomplete one, what to await
    /// before the next attempt.</summary>
    private MessageOutcome TryRead(out ValueTask arrival)
    {
        arrival = default;
        using (Strand.Enter())
        {
            if (_stream.Result is { } end && !_stream.IsResponseComplete)
            {
                throw Failure(end);
            }

            var outcome = _stream.Read();
            if (outcome.State == MessageState.Incomplete)
            {
                _stream.Consume(0);
                _stream.CreditAll();
                arrival = _stream.ResponseSignal.Arm();
            }
            else if (outcome.State != MessageState.Message)
            {
                _stream.Consume(0);
                _stream.DiscardUnread();
            }

            return outcome;
        }
    }

    private async ValueTask FinishWriteAsync(ValueTask waiting)
    {
        try
        {
            await waiting.ConfigureAwait(false);
            if (_stream.IsWriteLost)
            {
                throw Failure(_stream.Result!);
            }
        }
        finally
        {
            _writing.Exit();
        }
    }

    private void Decode(in MessageOutcome outcome)
    {
        try
        {
            _current = MessageSerializer.Deserialize(_method.ResponseMarshaller, outcome, _stream.Framing, _channel.Compressor);
        }
        catch (RpcException e)
        {
            Consume(outcome);
            throw Failure(EndLocally(e.Status, e));
        }

        Consume(outcome);
    }

    private void Consume(in MessageOutcome outcome)
    {
        using (Strand.Enter())
        {
            _stream.Consume(MessagePrefix.Size + (int)outcome.Payload.Length);
        }
    }

    /// <summary>Returns false for a call that ended with OK; throws otherwise.</summary>
    private bool Finish(in MessageOutcome outcome)
    {
        var end = outcome.State == MessageState.Failed ? EndLocally(outcome.Failure) : _stream.Result!;
        return !end.Status.IsOk ? throw Failure(end)
            : outcome.State == MessageState.Failed ? throw new RpcException(outcome.Failure)
            : false;
    }

    private CallResult EndLocally(Status status, Exception? cause = null)
    {
        using (Strand.Enter())
        {
            return _stream.End(status, cause);
        }
    }

    private void RequireStarted()
    {
        if (!_started && _stream.Result is null)
        {
            throw new InvalidOperationException($"{_method} has a single request: write it before reading.");
        }
    }
}
