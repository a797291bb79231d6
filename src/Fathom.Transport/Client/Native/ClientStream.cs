using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client.Native;

/// <summary>
/// One call as bytes: sends framed messages, collects the response, and records how the call ended. Owned by a call; everything but
/// <see cref="Result"/> is used inside the channel's strand. It can be opened a second time when the server has not processed it (gRPC
/// proposal A6, transparent retries) and the requests are still here: the messages of a stream are not kept once they are sent.
/// </summary>
internal sealed class ClientStream(NativeChannel channel, Method method, in CallOptions options, bool bufferResponse,
    int dedicatedThreshold = int.MaxValue)
{
    private readonly CallOptions _options = options;
    private readonly InboundBuffer _received = new() { DedicatedThreshold = dedicatedThreshold };
    private readonly WebBody? _web = channel.NativeOptions.Protocol == WireProtocol.Grpc ? null : new WebBody();
    private ResponseSections _response;
    private PendingRequest _request;
    private MessageReader _framing;
    private ClientConnection? _connection;
    private Http2Stream? _stream;
    private CallResult? _result;
    private Http2Stream? _unread;
    private AsyncSignal? _writeSignal;
    private HeadersCompletion? _headersWait;
    private bool _requestsComplete = method.HasSingleRequest;
    private bool _responseComplete;
    private bool _retried;
    private bool _sentMessage;
    private CallLifetime? _lifetime;
    private LinkedListNode<ClientStream>? _place;

    public Strand Strand => channel.Strand;

    public CallOptions Options => _options;

    /// <summary>Compresses the requests; null when they are not compressed.</summary>
    public CallCompressor? Compression { get; } = channel.CreateCallCompressor(method, options);

    /// <summary>Counts and decompresses the messages of the channel.</summary>
    public MessageCompressor Compressor => channel.Compressor;

    /// <summary>Finds the messages in the response.</summary>
    public MessageReader Framing => _framing;

    /// <summary>Set when a message or the end of the call arrives.</summary>
    public AsyncSignal ResponseSignal { get; } = new(channel.InlineContinuations);

    /// <summary>Set when a written message is sent.</summary>
    public AsyncSignal WriteSignal => _writeSignal ??= new AsyncSignal(channel.InlineContinuations);

    /// <summary>How the call ended; null before its end. Can be read outside.</summary>
    public CallResult? Result => Volatile.Read(ref _result);

    /// <summary>Whether the whole response was received. Messages may be left to read.</summary>
    public bool IsResponseComplete => _responseComplete;

    /// <summary>The metadata of the response headers; null before they were received.</summary>
    public Metadata? Headers => _response.Metadata;

    /// <summary>The <c>grpc-encoding</c> of the response; null for none.</summary>
    public string? ResponseEncoding => _response.Encoding;

    /// <summary>Not OK when metadata of the response headers cannot be decoded.</summary>
    public Status HeadersStatus => _response.MetadataStatus;

    public bool IsWritePending => _request.Exists;

    /// <summary>Whether the call ended before its last message was sent.</summary>
    public bool IsWriteLost { get; private set; }

    /// <summary>Whether the server sent only trailers, so that there are no headers.</summary>
    public bool HasTrailersOnly => _response.HasTrailersOnly;

    /// <summary>Outside: starts to observe the deadline and the cancellation token.</summary>
    public void Watch(CallLifetime lifetime)
    {
        _lifetime = lifetime;
        lifetime.Start(channel.Time);
    }

    /// <summary>Sends a message, now or when the connection accepts it.</summary>
    public void Send(FramedMessage message)
    {
        _request.Set(message);
        TrySend();
    }

    /// <summary>No more messages follow.</summary>
    public void Complete()
    {
        _requestsComplete = true;
        TrySend();
    }

    /// <summary>Waits in a queue until the call is opened or ends.</summary>
    public void Wait(LinkedList<ClientStream> queue) => _place = queue.AddLast(this);

    /// <summary>Opens the call on a connection that can open a stream.</summary>
    public void Open(ClientConnection connection)
    {
        LeaveQueue();
        _connection = connection;
        _stream = connection.Engine.TryOpenStream(channel.RequestHeaders.Get(method),
            channel.RequestHeaders.Get(_options, Compression?.Encoding), endStream: false, this);
        _framing = default;
        _web?.Reset();
        TrySend();
    }

    /// <summary>Reads the next message in the received bytes. It is valid until <see cref="Consume"/>.</summary>
    public MessageOutcome Read() => _framing.Read(_received.Read(), _responseComplete);

    /// <summary>Ends a <see cref="Read"/> and consumes <paramref name="bytes"/>: a message with its prefix, or 0.</summary>
    public void Consume(int bytes) => GiveCredit(_received.Advance(bytes));

    /// <summary>Whether the received bytes are in memory that the reader can keep.</summary>
    public bool IsDedicated => _received.IsDedicated;

    /// <summary>Whether bytes follow the message.</summary>
    public bool HasBytesAfter(in MessageOutcome message) => _received.Length > MessagePrefix.Size + message.Payload.Length;

    /// <summary>Releases the received bytes of a buffered response, which were credited on arrival.</summary>
    public void ReleaseReceived()
    {
        _received.Advance(0);
        _received.Release();
    }

    /// <summary>Credits all received bytes, because the reader waits for more.</summary>
    public void CreditAll() => GiveCredit(_received.CreditAll());

    /// <summary>Completes when <see cref="Headers"/> or <see cref="Result"/> is set.</summary>
    public Task HeadersAsync() =>
        _response.HasHeaders || _result is not null ? Task.CompletedTask : (_headersWait ??= new HeadersCompletion()).Task;

    /// <summary>Releases unread bytes.</summary>
    public void DiscardUnread() => GiveCredit(_received.Release());

    /// <summary>Ends the call from this side. Returns the earlier result when it has ended already.</summary>
    public CallResult End(Status status, Exception? cause = null) => Finish(new CallResult(status, [], cause));

    public void OnHeader(in HeaderField field, HeaderStringCache strings) => _response.Add(field, strings);

    public void OnHeadersEnd(FieldBlockKind kind, bool endStream)
    {
        var section = _response.Complete(kind, endStream, _web is not null, out var failure);
        if (section == ResponseSection.Interim)
        {
            return;
        }

        RaiseHeaders();
        switch (section)
        {
            case ResponseSection.Trailers:
                EndByServer();
                break;
            case ResponseSection.Invalid:
                End(failure);
                break;
            default:
                _framing = new MessageReader(ReceivingSide.Client, channel.Options.MaxReceiveMessageSize, _response.Encoding,
                    channel.Compressor.Accepted.Names);
                break;
        }
    }

    public void OnData(ReadOnlySpan<byte> data, bool endStream)
    {
        if (_result is not null)
        {
            _connection!.Engine.Consume(_stream!, data.Length);
            return;
        }

        var messages = _web is null ? data : _web.Read(data);
        _connection!.Engine.Consume(_stream!, data.Length - messages.Length);
        _received.Append(messages);
        if (bufferResponse)
        {
            CreditAll();
        }

        if (endStream)
        {
            EndByServer();
            return;
        }

        if (bufferResponse || ResponseSignal.IsArmed)
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
                (_retried, _connection, _stream) = (true, null, null);
                _request.Rewind();
                _response.Reset();
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
            // Unread bytes count against the connection window: the stream is recycled once they are read.
            _unread = stream;
        }
    }

    private bool MayRetry(Http2StreamEnd outcome) =>
        outcome.IsSafeToRetry && !_retried && !_sentMessage && !_response.HasHeaders;

    /// <summary>Ends the call when the received bytes are not a valid response; notifies the waiting reader of a message.</summary>
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
                if (!bufferResponse)
                {
                    ResponseSignal.Set(Strand);
                }
                else if (isMore)
                {
                    End(ResponseCardinality.Several().Status);
                }

                break;
        }
    }

    private void EndByServer()
    {
        _responseComplete = true;
        _response.AddTrailers(_web?.Trailers() ?? []);
        Finish(_response.Result);
    }

    private CallResult Finish(CallResult end)
    {
        if (_result is { } earlier)
        {
            return earlier;
        }

        Volatile.Write(ref _result, end);
        _lifetime?.Dispose();
        LeaveQueue();
        if (_stream is { } stream && (stream.CanSend || stream.CanReceive))
        {
            // NO_ERROR after a complete response, since the server needs no more messages (RFC 9113 section 8.1); CANCEL before.
            _connection!.Engine.Reset(stream, stream.CanReceive ? Http2ErrorCode.Cancel : Http2ErrorCode.NoError);
        }

        IsWriteLost = _request.Exists && !method.HasSingleRequest;
        _request.Return();
        ResponseSignal.Set(Strand);
        _writeSignal?.Set(Strand);
        RaiseHeaders();
        return end;
    }

    private void TrySend()
    {
        if (_stream is not { CanSend: true } stream || _result is not null)
        {
            return;
        }

        var engine = _connection!.Engine;
        if (_request.HasUnsentBytes)
        {
            if (_request.TrySend(engine, stream, _requestsComplete) && !method.HasSingleRequest)
            {
                _sentMessage = true;
                _request.Return();
                WriteSignal.Set(Strand);
            }
        }
        else if (!_request.Exists && _requestsComplete && !method.HasSingleRequest)
        {
            engine.TryWriteData(stream, default, endStream: true);
        }
    }

    private void LeaveQueue()
    {
        _place?.List!.Remove(_place);
        _place = null;
    }

    private void RaiseHeaders()
    {
        if (_headersWait is { } wait)
        {
            _headersWait = null;
            Strand.Defer(wait);
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
