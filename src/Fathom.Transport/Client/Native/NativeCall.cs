using Fathom.Transport.Calls;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client.Native;

/// <summary>A call of any kind over a <see cref="NativeChannel"/>: messages on top of <see cref="ClientStream"/>.</summary>
internal sealed class NativeCall<TRequest, TResponse> : Call<TRequest, TResponse>
{
    private readonly NativeChannel _channel;
    private readonly Method<TRequest, TResponse> _method;
    private readonly ClientStream _stream;
    private TResponse? _current;
    private bool _started;
    private bool _completed;
    private SingleUse _writing;
    private SingleUse _reading;

    public NativeCall(NativeChannel channel, Method<TRequest, TResponse> method, in CallOptions options)
    {
        (_channel, _method) = (channel, method);
        _stream = new ClientStream(channel, method, options, readsWhole: false);
    }

    public override TResponse Current => _current!;

    public override Status Status => Ended.Status;

    public override Metadata Trailers => Ended.Trailers;

    private CallEnd Ended => _stream.Ended ?? throw new InvalidOperationException("The call has not ended: read to its end first.");

    private Gate Gate => _channel.Gate;

    /// <summary>Starts the clock, and the request where its messages follow later.</summary>
    public NativeCall<TRequest, TResponse> Start()
    {
        CallWatch.Start(_stream);
        if (!_method.HasSingleRequest)
        {
            _started = true;
            Gate.Enter();
            _channel.SubmitAndLeave(_stream);
        }

        return this;
    }

    public override async Task<Metadata> ResponseHeadersAsync()
    {
        RequireStarted();
        Gate.Enter();
        var arrival = _stream.AwaitHeaders();
        Gate.Leave();
        await arrival.ConfigureAwait(false);

        if (_stream.Headers is not { } headers)
        {
            return _stream.Ended is { Status.IsOk: false } end ? throw Failure(end) : [];
        }

        if (_stream.HasAllArrived && _stream.HasTrailersOnly)
        {
            // What a server sends as trailers only is trailers.
            return _stream.Ended is { Status.IsOk: false } end ? throw Failure(end) : [];
        }

        return _stream.HeadersStatus is { IsOk: false } bad ? throw Failure(EndHere(bad)) : headers;
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
            _writing.Leave();
            throw;
        }

        _writing.Leave();
        return ValueTask.CompletedTask;
    }

    public override ValueTask CompleteAsync()
    {
        if (!_method.HasSingleRequest && !_completed)
        {
            _completed = true;
            Gate.Enter();
            _stream.Complete();
            _stream.Leave();
        }

        return ValueTask.CompletedTask;
    }

    public override async ValueTask<bool> MoveNextAsync()
    {
        RequireStarted();
        _reading.Enter("read");
        try
        {
            while (true)
            {
                Gate.Enter();
                if (_stream.Ended is { } end && !_stream.HasAllArrived)
                {
                    Gate.Leave();
                    throw Failure(end);
                }

                var outcome = _stream.Look();
                switch (outcome.State)
                {
                    case MessageState.Message:
                        Gate.Leave();
                        Decode(outcome);
                        return true;
                    case MessageState.Incomplete:
                        _stream.Consume(0);
                        _stream.AwaitMore();
                        var arrival = _stream.Arrival.Arm();
                        _stream.Leave();
                        await arrival.ConfigureAwait(false);
                        break;
                    default:
                        _stream.Consume(0);
                        _stream.Discard();
                        _stream.Leave();
                        return Finish(outcome);
                }
            }
        }
        finally
        {
            _reading.Leave();
        }
    }

    protected override void Dispose(bool disposing)
    {
        Gate.Enter();
        _stream.End(new Status(StatusCode.Cancelled, "Call disposed by the client before it ended."));
        if (!_reading.IsTaken)
        {
            _stream.Discard();
        }

        _stream.Leave();
    }

    private static RpcException Failure(CallEnd end) => new(end.Status, end.Trailers, end.Cause);

    private ValueTask Write(TRequest message, WriteFlags flags)
    {
        if (_method.HasSingleRequest ? _started : _completed)
        {
            throw new InvalidOperationException($"No further message can follow: the requests of this call to {_method} are complete.");
        }

        if (_stream.Ended is { } end)
        {
            throw Failure(end);
        }

        var framed = CallWatch.Frame(_stream, _method.RequestMarshaller, message, _channel.Options.MaxSendMessageSize, flags);
        Gate.Enter();
        if (_stream.Ended is not null)
        {
            framed.Return();
            Gate.Leave();
            return default;
        }

        _stream.Send(framed);
        if (_method.HasSingleRequest)
        {
            _started = true;
            _channel.SubmitAndLeave(_stream);
            return default;
        }

        var waiting = _stream.IsWritePending ? _stream.Room.Arm() : default;
        _stream.Leave();
        return waiting;
    }

    private async ValueTask FinishWriteAsync(ValueTask waiting)
    {
        try
        {
            await waiting.ConfigureAwait(false);
            if (_stream.IsWriteLost)
            {
                throw Failure(_stream.Ended!);
            }
        }
        finally
        {
            _writing.Leave();
        }
    }

    private void Decode(in MessageOutcome outcome)
    {
        try
        {
            _current = MessageCodec.Read(_method.ResponseMarshaller, outcome, _stream.Framing, _channel.MessageWire);
        }
        catch (RpcException e)
        {
            GiveBack(outcome);
            throw Failure(EndHere(e.Status, e));
        }

        GiveBack(outcome);
    }

    private void GiveBack(in MessageOutcome outcome)
    {
        Gate.Enter();
        _stream.Consume(MessagePrefix.Size + (int)outcome.Payload.Length);
        _stream.Leave();
    }

    /// <summary>False for a call that ended with OK; throws how it ended otherwise.</summary>
    private bool Finish(in MessageOutcome outcome)
    {
        var end = outcome.State == MessageState.Failed ? EndHere(outcome.Failure) : _stream.Ended!;
        return !end.Status.IsOk ? throw Failure(end)
            : outcome.State == MessageState.Failed ? throw new RpcException(outcome.Failure)
            : false;
    }

    private CallEnd EndHere(Status status, Exception? cause = null)
    {
        Gate.Enter();
        var end = _stream.End(status, cause);
        _stream.Leave();
        return end;
    }

    private void RequireStarted()
    {
        if (!_started && _stream.Ended is null)
        {
            throw new InvalidOperationException($"{_method} takes a single request: write it before reading.");
        }
    }
}
