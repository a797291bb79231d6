using Fathom.Transport.Calls;
using Fathom.Transport.Connections;
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
    {
        (_channel, _method) = (channel, method);
        _stream = new ClientStream(channel, method, options, bufferResponse: false);
    }

    public override TResponse Current => _current!;

    public override Status Status => Result.Status;

    public override Metadata Trailers => Result.Trailers;

    private CallResult Result => _stream.Result
        ?? throw new InvalidOperationException("The call has not ended yet: read all messages first.");

    private ConnectionLock Lock => _channel.Lock;

    /// <summary>Starts to observe the deadline; sends the request of a streaming call.</summary>
    public NativeCall<TRequest, TResponse> Start()
    {
        ClientCallSetup.Start(_stream);
        if (!_method.HasSingleRequest)
        {
            _started = true;
            Lock.Enter();
            _channel.SubmitAndExitLock(_stream);
        }

        return this;
    }

    public override async Task<Metadata> ResponseHeadersAsync()
    {
        RequireStarted();
        Lock.Enter();
        var arrival = _stream.HeadersAsync();
        Lock.Exit();
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
            Lock.Enter();
            _stream.Complete();
            _stream.ExitLock();
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
                Lock.Enter();
                if (_stream.Result is { } end && !_stream.IsResponseComplete)
                {
                    Lock.Exit();
                    throw Failure(end);
                }

                var outcome = _stream.Read();
                switch (outcome.State)
                {
                    case MessageState.Message:
                        Lock.Exit();
                        Decode(outcome);
                        return true;
                    case MessageState.Incomplete:
                        _stream.Consume(0);
                        _stream.CreditAll();
                        var arrival = _stream.ResponseSignal.Arm();
                        _stream.ExitLock();
                        await arrival.ConfigureAwait(false);
                        break;
                    default:
                        _stream.Consume(0);
                        _stream.DiscardUnread();
                        _stream.ExitLock();
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
        Lock.Enter();
        _stream.End(new Status(StatusCode.Cancelled, "Call disposed by the client before it ended."));
        if (!_reading.IsEntered)
        {
            _stream.DiscardUnread();
        }

        _stream.ExitLock();
    }

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
        Lock.Enter();
        if (_stream.Result is not null)
        {
            framed.Return();
            Lock.Exit();
            return default;
        }

        _stream.Send(framed);
        if (_method.HasSingleRequest)
        {
            _started = true;
            _channel.SubmitAndExitLock(_stream);
            return default;
        }

        var waiting = _stream.IsWritePending ? _stream.WriteSignal.Arm() : default;
        _stream.ExitLock();
        return waiting;
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
        Lock.Enter();
        _stream.Consume(MessagePrefix.Size + (int)outcome.Payload.Length);
        _stream.ExitLock();
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
        Lock.Enter();
        var end = _stream.End(status, cause);
        _stream.ExitLock();
        return end;
    }

    private void RequireStarted()
    {
        if (!_started && _stream.Result is null)
        {
            throw new InvalidOperationException($"{_method} has a single request: write it before reading.");
        }
    }
}
