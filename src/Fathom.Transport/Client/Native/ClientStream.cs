using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client.Native;

/// <summary>
/// One call as bytes: sends framed messages, collects the response, and knows how it ended. Owned by a call; everything but
/// <see cref="Result"/> is used inside the channel's gate. It may be opened a second time where the server is known not to have seen it
/// (gRPC proposal A6, transparent retries).
/// </summary>
internal sealed class ClientStream(NativeChannel channel, Method method, in CallOptions options, bool readsWhole,
    int ownFrom = int.MaxValue)
{
    private readonly CallOptions _options = options;
    private readonly InboundBuffer _received = new() { DedicatedThreshold = ownFrom };
    private ReceivedHeaders _headers;
    private ReceivedHeaders _trailers;
    private MessageReader _framing;
    private ClientConnection? _connection;
    private Http2Stream? _stream;
    private FramedMessage? _request;
    private CallResult? _result;
    private int _requestSent;
    private Http2Stream? _unread;
    private AsyncSignal? _writeSignal;
    private HeadersCompletion? _headersWait;
    private bool _requestsComplete = method.HasSingleRequest;
    private bool _headersReceived;
    private bool _responseComplete;
    private bool _retried;
    private CallLifetime? _lifetime;

    public ConnectionLock Lock => channel.Lock;

    public Method Method => method;

    public CallOptions Options => _options;

    /// <summary>What compresses its requests, or null.</summary>
    public CallCompressor? Compression { get; } = channel.CreateCallCompressor(method, options);

    /// <summary>Counts its messages.</summary>
    public MessageCompressor Compressor => channel.Compressor;

    /// <summary>How the messages of its response are found.</summary>
    public MessageReader Framing => _framing;

    /// <summary>Its place among the calls that wait for a connection; the channel's.</summary>
    public LinkedListNode<ClientStream>? Waiting { get; set; }

    /// <summary>Who waits for messages or for the end.</summary>
    public AsyncSignal ResponseSignal { get; } = new(channel.InlineContinuations);

    /// <summary>Who waits for a message to be taken.</summary>
    public AsyncSignal WriteSignal => _writeSignal ??= new AsyncSignal(channel.InlineContinuations);

    /// <summary>How it ended, or null.</summary>
    public CallResult? Result => Volatile.Read(ref _result);

    /// <summary>Whether the server has sent all and said how it ended: messages may be left to read.</summary>
    public bool IsResponseComplete => _responseComplete;

    /// <summary>The metadata that came first, or null where none has come yet.</summary>
    public Metadata? Headers => _headersReceived ? _headers.Metadata ?? [] : null;

    public Status HeadersStatus => _headers.CheckMetadata();

    public bool IsWritePending => _request is not null;

    /// <summary>Whether the call ended before its last message was taken.</summary>
    public bool IsWriteLost { get; private set; }

    /// <summary>Whether the server sent nothing but trailers: its headers are none.</summary>
    public bool HasTrailersOnly { get; private set; }

    /// <summary>Outside the gate: begins to watch deadline and token.</summary>
    public void Watch(CallLifetime lifetime)
    {
        _lifetime = lifetime;
        lifetime.Start(channel.Time);
    }

    /// <summary>Takes a message to be sent, now or when there is a connection and room.</summary>
    public void Send(FramedMessage message)
    {
        (_request, _requestSent) = (message, 0);
        TrySend();
    }

    /// <summary>No more messages follow.</summary>
    public void Complete()
    {
        _requestsComplete = true;
        TrySend();
    }

    /// <summary>Opens it on a connection that has room for it.</summary>
    public void Open(ClientConnection connection)
    {
        _connection = connection;
        _stream = connection.Engine.TryOpenStream(channel.RequestHeaders.Get(method),
            channel.RequestHeaders.Get(_options, Compression?.Encoding),
            endStream: false, this);
        _framing = default;
        TrySend();
    }

    /// <summary>What the bytes at hand amount to; a message is lent until <see cref="Consume"/>.</summary>
    public MessageOutcome Read() => _framing.Read(_received.Read(), _responseComplete);

    /// <summary>Ends the loan of <see cref="Read"/>; a message of <paramref name="bytes"/> with its prefix is done with.</summary>
    public void Consume(int bytes)
    {
        GiveCredit(_received.Advance(bytes));
    }

    /// <summary>Whether what has come lies in memory that its reader may keep.</summary>
    public bool IsDedicated => _received.IsDedicated;

    /// <summary>Whether more has come than one message.</summary>
    public bool HasBytesAfter(in MessageOutcome message) => _received.Length > MessagePrefix.Size + message.Payload.Length;

    /// <summary>Gives up what was received; for a call read whole, which has nothing to credit.</summary>
    public void ReleaseReceived()
    {
        _received.Advance(0);
        _received.Release();
    }

    /// <summary>Whoever reads waits for more: all that has arrived may be replaced.</summary>
    public void CreditAll() => GiveCredit(_received.CreditAll());

    /// <summary>What to wait for until <see cref="Headers"/> or <see cref="Result"/> is there.</summary>
    public Task HeadersAsync() =>
        _headersReceived || _result is not null ? Task.CompletedTask : (_headersWait ??= new HeadersCompletion()).Task;

    /// <summary>Gives up what is unread.</summary>
    public void DiscardUnread()
    {
        GiveCredit(_received.Release());
    }

    /// <summary>Leaves the gate, sending what is to be sent.</summary>
    public void ExitLock()
    {
        if (_connection is { } connection)
        {
            connection.ExitLock();
        }
        else
        {
            Lock.Exit();
        }
    }

    /// <summary>Ends the call from this side; the first end counts.</summary>
    public CallResult End(Status status, Exception? cause = null) => Finish(new CallResult(status, [], cause));

    public void OnHeader(in HeaderField field, HeaderStringCache texts)
    {
        if (_headersReceived)
        {
            _trailers.Add(field, texts);
        }
        else
        {
            _headers.Add(field, texts);
        }
    }

    public void OnHeadersEnd(FieldBlockKind kind, bool endStream)
    {
        if (kind == FieldBlockKind.Informational)
        {
            _headers = default;
            return;
        }

        if (kind == FieldBlockKind.Trailers)
        {
            EndByServer(_trailers);
            return;
        }

        _headersReceived = true;
        RaiseHeaders();
        if (_headers.HasStatus || endStream)
        {
            var check = _headers.Check();
            if (_headers.HasStatus || check.IsOk)
            {
                HasTrailersOnly = true;
                EndByServer(_headers);
            }
            else
            {
                End(check);
            }
        }
        else if (_headers.Check() is { IsOk: false } bad)
        {
            End(bad);
        }
        else
        {
            _framing = new MessageReader(ReceivingSide.Client, channel.Options.MaxReceiveMessageSize, _headers.Encoding,
                channel.Compressor.Accepted.Names);
        }
    }

    public void OnData(ReadOnlySpan<byte> data, bool endStream)
    {
        if (_result is not null)
        {
            _connection!.Engine.Consume(_stream!, data.Length);
            return;
        }

        _received.Append(data);
        if (readsWhole)
        {
            CreditAll();
        }

        if (endStream)
        {
            EndByServer(_trailers);
            return;
        }

        if (readsWhole || ResponseSignal.IsArmed)
        {
            InspectResponse();
        }
    }

    public void OnWritable() => TrySend();

    public void OnClosed(Http2StreamEnd outcome)
    {
        var connection = _connection!;
        if (_result is null && outcome.Kind != Http2StreamEndKind.Completed)
        {
            if (MayRetry(outcome))
            {
                (_retried, _connection, _stream, _requestSent) = (true, null, null, 0);
                _headers = default;
                channel.Queue(this);
                return;
            }

            End(_lifetime is { IsExpired: true } ? CallLifetime.DeadlineExceeded : connection.ToStatus(outcome));
        }

        var stream = _stream!;
        _stream = null;
        if (!_received.HasPendingCredit)
        {
            connection.Engine.Recycle(stream);
        }
        else
        {
            // What the reader has not taken yet keeps the connection from sending more.
            _unread = stream;
        }
    }

    private bool MayRetry(Http2StreamEnd outcome) =>
        method.HasSingleRequest && !_headersReceived && _request is not null && outcome.IsSafeToRetry && !_retried;

    /// <summary>A reader waits: ends the call where what has come can be no response, and tells the reader of a message.</summary>
    private void InspectResponse()
    {
        var outcome = Read();
        switch (outcome.State)
        {
            case MessageState.Incomplete:
                _received.Advance(0);
                CreditAll();
                break;
            case MessageState.Failed:
                _received.Advance(0);
                End(outcome.Failure);
                break;
            default:
                var isMore = HasBytesAfter(outcome);
                _received.Advance(0);
                if (!readsWhole)
                {
                    ResponseSignal.Set(Lock);
                }
                else if (isMore)
                {
                    End(ResponseCardinality.Several().Status);
                }

                break;
        }
    }

    private void EndByServer(in ReceivedHeaders fields)
    {
        _responseComplete = true;
        Finish(new CallResult(fields.ReadStatus(), fields.Metadata ?? []));
    }

    private CallResult Finish(CallResult end)
    {
        if (_result is { } earlier)
        {
            return earlier;
        }

        Volatile.Write(ref _result, end);
        _lifetime?.Dispose();
        channel.RemoveWaiting(this);
        if (_stream is { } stream && (stream.CanSend || stream.CanReceive))
        {
            // A server that has answered wants no more messages (RFC 9113 section 8.1); one that has not is told to stop.
            _connection!.Engine.Reset(stream, stream.CanReceive ? Http2ErrorCode.Cancel : Http2ErrorCode.NoError);
        }

        IsWriteLost = _request is not null && !method.HasSingleRequest;
        _request?.Return();
        _request = null;
        ResponseSignal.Set(Lock);
        _writeSignal?.Set(Lock);
        RaiseHeaders();
        return end;
    }

    /// <summary>Sends what can be sent.</summary>
    private void TrySend()
    {
        if (_stream is not { CanSend: true } stream || _result is not null)
        {
            return;
        }

        var engine = _connection!.Engine;
        if (_request is { } request && _requestSent < request.Sequence.Length)
        {
            var rest = request.Sequence.Slice(_requestSent);
            _requestSent += rest.IsSingleSegment ? engine.TryWriteData(stream, rest.FirstSpan, _requestsComplete)
                : engine.TryWriteData(stream, rest, _requestsComplete);
            if (_requestSent < request.Sequence.Length)
            {
                return;
            }

            if (!method.HasSingleRequest)
            {
                request.Return();
                _request = null;
                WriteSignal.Set(Lock);
            }
        }
        else if (_request is null && _requestsComplete && !method.HasSingleRequest)
        {
            engine.TryWriteData(stream, default, endStream: true);
        }
    }

    private void RaiseHeaders()
    {
        if (_headersWait is { } wait)
        {
            _headersWait = null;
            Lock.Defer(wait);
        }
    }

    private void GiveCredit(int bytes)
    {
        if (bytes > 0 && (_stream ?? _unread) is { } stream)
        {
            _connection!.Engine.Consume(stream, bytes);
        }
    }

    private sealed class HeadersCompletion() : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), IDeferredCallback
    {
        public void Invoke() => SetResult();
    }
}
