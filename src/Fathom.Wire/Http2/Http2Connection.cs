using System.Buffers;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>
/// One HTTP/2 connection, either role, without socket, task or clock (RFC 9113): bytes go in by
/// <see cref="Receive(ReadOnlySpan{byte}, long)"/>, what they mean comes out by
/// <see cref="IHttp2Events"/>, and bytes to send wait in <see cref="Output"/>. Pumps and dispatches; each concern is an object of its own.
/// Owned by one transport, which calls it from one thread at a time, sends <see cref="Output"/> after each call or batch of calls, and
/// gives it up by
/// <see cref="Dispose"/>. Times are monotonic milliseconds.
/// </summary>
public sealed class Http2Connection : IDisposable
{
    /// <summary>The largest receive window that may be set while a connection runs, in bytes: two of them never exceed 2^31-1.</summary>
    public const int MaxReceiveWindowTarget = 0x3fff_ffff;

    private readonly bool _isServer;
    private readonly Http2Options _options;
    private readonly OutputBuffer _output = new();
    private readonly FrameWriter _writer;
    private readonly FloodGuard _guard;
    private readonly HpackEncoder _encoder;
    private readonly StreamTable _streams;
    private readonly StreamWindows _windows = new();
    private readonly ShutdownState _shutdown = new();
    private readonly ConnectionReceiveWindow _receiveWindow;
    private readonly DataSender _sender;
    private readonly StreamCloser _closer;
    private readonly SettingsExchange _settings;
    private readonly DataReceiver _data;
    private readonly ControlReceiver _control;
    private readonly ConnectionTerminator _ending;
    private readonly FrameDispatcher _dispatcher;
    private bool _started;
    private bool _receiving;

    /// <summary>Makes a connection; <see cref="Start"/> begins it.</summary>
    /// <param name="role">The role of this side.</param>
    /// <param name="options">What this side offers.</param>
    /// <param name="events">Is told what arrives.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is outside its range.</exception>
    public Http2Connection(Http2Role role, Http2Options options, IHttp2Events events)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(events);
        options.Validate();
        (_isServer, _options) = (role == Http2Role.Server, options);
        _guard = new FloodGuard(options.Limits);
        var waiting = new SendQueue();
        var decoder = new HpackDecoder(4096, options.Limits.MaxHeaderListSize);
        _writer = new FrameWriter(_output);
        _encoder = new HpackEncoder(options.EncoderTableSize);
        _streams = new StreamTable(_isServer, options.Limits);
        _receiveWindow = new ConnectionReceiveWindow(_writer, onArrival: !_isServer);
        _sender = new DataSender(options, _output, _writer, waiting, _guard, events);
        _closer = new StreamCloser(_streams, waiting, _receiveWindow, events);
        _settings = new SettingsExchange(_isServer, options, _streams, _windows, _sender, decoder, _encoder, _writer);
        var headers = new HeadersReceiver(_isServer, options, _streams, _shutdown, new FieldBlockReader(decoder, events), _closer, _guard,
            _windows, events);
        _data = new DataReceiver(_streams, _receiveWindow, _writer, _closer, _guard, events);
        _control = new ControlReceiver(_isServer, _streams, _sender, _closer, _shutdown, _guard, _writer, events);
        _ending = new ConnectionTerminator(_streams, _closer, _shutdown, _writer, events);
        _dispatcher = new FrameDispatcher(_isServer, options.Limits, _settings, headers, _data, _control, _streams, _ending, _guard,
            _output, events);
    }

    /// <summary>The role of this side.</summary>
    public Http2Role Role => _isServer ? Http2Role.Server : Http2Role.Client;

    /// <summary>Bytes to send. What was sent is dropped with <see cref="AdvanceOutput"/>, not on the buffer itself.</summary>
    public OutputBuffer Output => _output;

    /// <summary>Whether so much waits to be sent that the transport should not read more for now
    /// (<see cref="Http2Options.MaxBufferedOutput"/>).</summary>
    public bool IsOutputBacklogged => !_sender.HasCapacity;

    /// <summary>Streams open.</summary>
    public int StreamCount => _streams.Count;

    /// <summary>Whether the connection is over; what waits in <see cref="Output"/> is still to be sent.</summary>
    public bool IsEnded => _ending.IsEnded;

    /// <summary>How the connection ended, known before its streams are told of theirs; null where it has not.</summary>
    public Http2ConnectionEnd? Outcome => _ending.Outcome;

    /// <summary>Whether a shutdown is settled and no stream is left: the transport may close.</summary>
    public bool IsDrained => _streams.Count == 0 && (_shutdown.IsCompleted || (_shutdown.PeerStarted && !_isServer));

    /// <summary>Whether a client may open a stream now.</summary>
    public bool CanOpenStream => !_isServer && _started && !IsEnded && !_shutdown.IsStarted && !_shutdown.PeerStarted
        && _streams.HasLocalId && (uint)_streams.Count < _settings.MaxLocalStreams;

    /// <summary>The peer's settings in force.</summary>
    public Http2Settings PeerSettings => _settings.Peer;

    /// <summary>Since when SETTINGS of this side are unacknowledged, in milliseconds; null where all are acknowledged. A transport may
    /// <see cref="Abort"/> with SETTINGS_TIMEOUT.</summary>
    public long? SettingsUnacknowledgedSince => _settings.Local.UnacknowledgedSince;

    /// <summary>
    /// Since when a frame of the peer, or a field block (HEADERS and its CONTINUATION), is under way, in milliseconds; null where none is.
    /// A transport may
    /// <see cref="Abort"/> a peer that takes too long over one.
    /// </summary>
    public long? InputIncompleteSince => _dispatcher.IncompleteSince;

    /// <summary>The connection's window for sending, in bytes.</summary>
    public int SendWindowAvailable => _sender.WindowAvailable;

    /// <summary>The connection's window for receiving, in bytes.</summary>
    public FlowControl.ReceiveWindow ReceiveWindow => _receiveWindow.Window;

    /// <summary>Writes the preface and the first SETTINGS. To be called once, before anything else.</summary>
    public void Start(long now)
    {
        if (_started)
        {
            throw new InvalidOperationException("The connection was started before; start it once.");
        }

        _started = true;
        if (!_isServer)
        {
            _output.Append(ConnectionPreface.Bytes);
        }

        _settings.Start(now);
        _receiveWindow.SetTarget(_options.ConnectionWindow);
    }

    /// <summary>Takes bytes of the peer, all of them. Not to be called from an event.</summary>
    public void Receive(ReadOnlySpan<byte> bytes, long now)
    {
        if (!_started || _receiving)
        {
            throw new InvalidOperationException(
                "Receive is called before Start, or from an event; call it after Start and after events return.");
        }

        _receiving = true;
        try
        {
            _dispatcher.Receive(bytes, now);
            if (!IsEnded)
            {
                _sender.Pump();
            }
        }
        finally
        {
            _receiving = false;
        }
    }

    /// <summary>Takes bytes of the peer, all of them. Not to be called from an event.</summary>
    public void Receive(in ReadOnlySequence<byte> bytes, long now)
    {
        foreach (var part in bytes)
        {
            Receive(part.Span, now);
        }
    }

    /// <summary>Drops the first <paramref name="count"/> bytes of <see cref="Output"/>, which were sent, and lets streams that waited for
    /// room go on.</summary>
    public void AdvanceOutput(long count)
    {
        _output.Advance(count);
        if (!IsEnded)
        {
            _sender.Pump();
        }
    }

    /// <summary>Client: opens a stream with a request.</summary>
    /// <param name="template">Fields that are the same for many requests, pseudo-header fields first; may be null.</param>
    /// <param name="fields">Fields of this request, after those of the template; may be null.</param>
    /// <param name="endStream">Whether no data follows.</param>
    /// <param name="tag">The transport's object for the stream.</param>
    /// <returns>The stream, or null where none can be opened now (<see cref="CanOpenStream"/>).</returns>
    public Http2Stream? TryOpenStream(HeaderTemplate? template, HeaderList? fields, bool endStream, object? tag = null)
    {
        if (!CanOpenStream)
        {
            return null;
        }

        var stream = _streams.OpenLocal(_windows.Send, _windows.Receive);
        stream.Tag = tag;
        stream.IsHeadRequest = template?.IsHeadRequest == true || fields?.Contains(":method"u8, "HEAD"u8) == true;
        WriteHeaders(stream, template, fields, endStream);
        return stream;
    }

    /// <summary>Sends a field list: the response, or trailers where one was sent (which must end the stream).</summary>
    /// <exception cref="InvalidOperationException">The stream cannot send any more, or trailers do not end it.</exception>
    public void WriteHeaders(Http2Stream stream, HeaderTemplate? template, HeaderList? fields, bool endStream)
    {
        RequireSendable(stream);
        if (stream.HeadersSent && !endStream)
        {
            throw new InvalidOperationException($"Trailers of stream {stream.Id} do not end it (RFC 9113 section 8.1); pass endStream.");
        }

        stream.HeadersSent = true;
        EncodeHeaders(stream, template, fields, endStream);
        EndLocal(stream, endStream);
    }

    /// <summary>Server: sends an interim response (1xx), before the response.</summary>
    /// <exception cref="InvalidOperationException">The response was sent, or the stream cannot send any more.</exception>
    public void WriteInformational(Http2Stream stream, HeaderTemplate? template, HeaderList? fields)
    {
        RequireSendable(stream);
        if (stream.HeadersSent)
        {
            throw new InvalidOperationException(
                $"An interim response on stream {stream.Id} after its response (RFC 9113 section 8.1); send it before.");
        }

        EncodeHeaders(stream, template, fields, false);
    }

    /// <summary>
    /// Sends data as far as windows, output and fairness allow. What is not accepted stays with the caller, who offers it again on
    /// <see cref="IHttp2Events.OnWritable"/>.
    /// </summary>
    /// <param name="stream">The stream.</param>
    /// <param name="data">The data; copied. Empty data that ends the stream is always accepted.</param>
    /// <param name="endStream">Whether the stream ends with this data; takes effect only where all of it is accepted.</param>
    /// <returns>Bytes accepted.</returns>
    /// <exception cref="InvalidOperationException">The stream cannot send, or its response or request was not sent.</exception>
    public int TryWriteData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        RequireHeadersSent(stream);
        var accepted = _sender.Send(stream, data, endStream);
        EndLocal(stream, endStream && accepted == data.Length);
        return accepted;
    }

    /// <inheritdoc cref="TryWriteData(Http2Stream, ReadOnlySpan{byte}, bool)"/>
    public int TryWriteData(Http2Stream stream, in ReadOnlySequence<byte> data, bool endStream)
    {
        RequireHeadersSent(stream);
        var accepted = _sender.Send(stream, data, endStream);
        EndLocal(stream, endStream && accepted == data.Length);
        return accepted;
    }

    /// <summary>Takes note that the transport is done with <paramref name="bytes"/> of a stream's data; credit is given when it is worth a
    /// frame.</summary>
    public void Consume(Http2Stream stream, int bytes)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        if (!IsEnded)
        {
            _data.Consume(stream, bytes);
        }
    }

    /// <summary>Changes the window aimed at for a stream, 0 to <see cref="MaxReceiveWindowTarget"/> bytes: a larger one is credited at
    /// once.</summary>
    public void SetReceiveWindowTarget(Http2Stream stream, int bytes)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _data.SetWindowTarget(stream, bytes);
        }
    }

    /// <summary>Changes the window aimed at for the connection, 0 to <see cref="MaxReceiveWindowTarget"/> bytes: a larger one is credited
    /// at once.</summary>
    public void SetConnectionReceiveWindowTarget(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _receiveWindow.SetTarget(bytes);
        }
    }

    /// <summary>Announces another window for new streams, 0 to <see cref="MaxReceiveWindowTarget"/> bytes; those of open streams move by
    /// the difference.</summary>
    public void SetInitialStreamWindow(int bytes, long now)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _settings.AnnounceInitialWindow(bytes, now);
        }
    }

    /// <summary>Ends a stream at once with RST_STREAM; nothing happens where it is over.</summary>
    public void Reset(Http2Stream stream, Http2ErrorCode code)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!IsEnded && _streams.Contains(stream))
        {
            _guard.OnResetSent();
            _ending.ResetStream(stream, new Http2StreamEnd(Http2StreamEndKind.ResetLocally, code));
        }
    }

    /// <summary>
    /// Server: refuses a stream that the peer opened, with REFUSED_STREAM (RFC 9113 section 8.7), as the engine refuses those beyond
    /// SETTINGS_MAX_CONCURRENT_STREAMS: it counts towards <see cref="Http2Limits.MaxResetsPerSecond"/>. Nothing happens where it is over.
    /// </summary>
    public void Refuse(Http2Stream stream, long now)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (IsEnded || !_streams.Contains(stream))
        {
            return;
        }

        _ending.ResetStream(stream, new Http2StreamEnd(Http2StreamEndKind.ResetLocally, Http2ErrorCode.RefusedStream));
        var excess = _guard.OnReset(now);
        if (!excess.IsNone)
        {
            _ending.Fail(excess.Code, excess.Reason);
        }
    }

    /// <summary>Sends a PING; <see cref="IHttp2Events.OnPingAck"/> follows. Any value but
    /// <see cref="ShutdownState.RoundTripPing"/>.</summary>
    public void SendPing(ulong opaque)
    {
        if (!IsEnded)
        {
            _writer.Ping(opaque, false);
        }
    }

    /// <summary>
    /// Ends gracefully (RFC 9113 section 6.8): streams under way go on, <see cref="IsDrained"/> says when all are over. A server first
    /// announces it and settles after a round trip, or on <see cref="CompleteShutdown"/>; a client opens no more streams.
    /// </summary>
    public void BeginShutdown()
    {
        if (IsEnded || !_shutdown.Start())
        {
            return;
        }

        if (!_isServer)
        {
            CompleteShutdown();
            return;
        }

        _writer.GoAway(int.MaxValue, Http2ErrorCode.NoError, default);
        _writer.Ping(ShutdownState.RoundTripPing, false);
    }

    /// <summary>Settles a shutdown now: no stream of the peer above the last one is taken.</summary>
    public void CompleteShutdown()
    {
        if (!IsEnded)
        {
            _control.CompleteShutdown();
        }
    }

    /// <summary>Ends the connection and all its streams with GOAWAY.</summary>
    public void Abort(Http2ErrorCode code, string reason) => _ending.Fail(code, reason);

    /// <summary>The transport lost the connection: ends all streams, sends nothing.</summary>
    public void OnConnectionLost(string reason) =>
        _ending.End(new Http2ConnectionEnd(true, Http2ErrorCode.NoError, reason));

    /// <summary>Gives a stream that is over back, to be used for another; nothing may refer to it any more.</summary>
    /// <exception cref="InvalidOperationException">The stream is open.</exception>
    public void Recycle(Http2Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (stream.State != Http2StreamState.Closed || _streams.Contains(stream))
        {
            throw new InvalidOperationException($"Stream {stream.Id} is {stream.State}; give it back once, after OnStreamClosed.");
        }

        Consume(stream, stream.ReceivedUnconsumed);
        _streams.Recycle(stream);
    }

    /// <summary>Gives pooled memory back. Streams still open are ended first. Not to be called from an event.</summary>
    public void Dispose()
    {
        OnConnectionLost("The transport disposed of the connection.");
        _dispatcher.Release();
        _output.Dispose();
    }

    private void EncodeHeaders(Http2Stream stream, HeaderTemplate? template, HeaderList? fields, bool endStream)
    {
        _encoder.Begin();
        if (template is not null)
        {
            _encoder.Add(template);
        }

        if (fields is not null)
        {
            _encoder.Add(fields);
        }

        _writer.Headers(stream.Id, _encoder.Block, endStream, SettingsPayload.SmallestMaxFrameSize);
        _encoder.Release();
    }

    private void EndLocal(Http2Stream stream, bool endStream)
    {
        if (!endStream)
        {
            return;
        }

        stream.CloseLocal();
        if (stream.State == Http2StreamState.Closed)
        {
            _closer.Complete(stream);
        }
    }

    private static void RequireSendable(Http2Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!stream.CanSend)
        {
            throw new InvalidOperationException(
                $"Stream {stream.Id} is {stream.State} and cannot send; look at CanSend, and stop on OnStreamClosed.");
        }
    }

    private static void RequireHeadersSent(Http2Stream stream)
    {
        RequireSendable(stream);
        if (!stream.HeadersSent)
        {
            throw new InvalidOperationException(
                $"Data of stream {stream.Id} before its header section (RFC 9113 section 8.1); call WriteHeaders first.");
        }
    }
}
