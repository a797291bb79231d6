using System.Buffers;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>
/// One HTTP/2 connection (RFC 9113), client or server, without a socket, task or clock. Received bytes go in through
/// <see cref="Receive(ReadOnlySpan{byte}, long)"/>, events come out through <see cref="IHttp2Events"/>, and bytes to send are buffered in
/// <see cref="Output"/>. Owned by one transport, which calls it from one thread at a time, sends <see cref="Output"/> after each call or
/// batch of calls, and disposes it. Times are monotonic milliseconds.
/// </summary>
internal sealed class Http2Connection : IDisposable
{
    /// <summary>Maximum receive window that can be set on a running connection, in bytes. The sum of two of them does not exceed
    /// 2^31-1.</summary>
    public const int MaxReceiveWindowTarget = 0x3fff_ffff;

    private readonly bool _isServer;
    private readonly Http2Options _options;
    private readonly OutputBuffer _output = new();
    private readonly FrameWriter _writer;
    private readonly FloodGuard _guard;
    private readonly StreamTable _streams;
    private readonly ShutdownState _shutdown = new();
    private readonly ConnectionReceiveWindow _receiveWindow;
    private readonly DataSender _dataSender;
    private readonly StreamSender _sender;
    private readonly SettingsExchange _settings;
    private readonly DataReceiver _data;
    private readonly ControlReceiver _control;
    private readonly ConnectionTerminator _ending;
    private readonly FrameDispatcher _dispatcher;
    private bool _started;
    private bool _receiving;

    /// <summary>Creates a connection. Call <see cref="Start"/> before anything else.</summary>
    /// <param name="role">The role of this side.</param>
    /// <param name="options">The settings and limits of this side.</param>
    /// <param name="events">Receives the events of the connection.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is outside its range.</exception>
    public Http2Connection(Http2Role role, Http2Options options, IHttp2Events events)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(events);
        options.Validate();
        (_isServer, _options) = (role == Http2Role.Server, options);
        _guard = new FloodGuard(options.Limits);
        var (waiting, windows) = (new SendQueue(), new StreamWindows());
        var decoder = new HpackDecoder(4096, options.Limits.MaxHeaderListSize);
        _writer = new FrameWriter(_output);
        var encoder = new HpackEncoder(options.EncoderTableSize);
        _streams = new StreamTable(_isServer, options.Limits);
        _receiveWindow = new ConnectionReceiveWindow(_writer, onArrival: !_isServer);
        _dataSender = new DataSender(options, _output, _writer, waiting, _guard, events);
        var closer = new StreamCloser(_streams, waiting, _receiveWindow, _guard, events);
        _ending = new ConnectionTerminator(_streams, closer, _shutdown, _guard, _writer, _output, options.Limits, events);
        _sender = new StreamSender(_streams, windows, encoder, _dataSender, closer, _ending, _writer);
        _settings = new SettingsExchange(_isServer, options, _streams, windows, _dataSender, decoder, encoder, _writer);
        var headers = new HeadersReceiver(_isServer, options, _streams, _shutdown, new FieldBlockReader(decoder, events), closer, _guard,
            windows, events);
        _data = new DataReceiver(_streams, _receiveWindow, _writer, closer, _guard, events);
        _control = new ControlReceiver(_isServer, _streams, _dataSender, closer, _shutdown, _guard, _writer, events);
        _dispatcher = new FrameDispatcher(_isServer, _settings, headers, _data, _control, _streams, _ending, _guard, events);
    }

    /// <summary>The role of this side.</summary>
    public Http2Role Role => _isServer ? Http2Role.Server : Http2Role.Client;

    /// <summary>The bytes to send. Remove sent bytes with <see cref="AdvanceOutput"/>, not on the buffer itself.</summary>
    public OutputBuffer Output => _output;

    /// <summary>Whether <see cref="Output"/> has reached <see cref="Http2Options.MaxBufferedOutput"/>, so that the transport should stop
    /// reading until some of it is sent.</summary>
    public bool IsOutputBacklogged => !_dataSender.HasCapacity;

    /// <summary>The memory held for an incomplete frame and an incomplete field block, in bytes.</summary>
    public long InputAllocatedBytes => _dispatcher.AllocatedBytes;

    /// <summary>Number of open streams.</summary>
    public int StreamCount => _streams.Count;

    /// <summary>Whether the connection has ended. Bytes in <see cref="Output"/> still have to be sent.</summary>
    public bool IsEnded => _ending.IsEnded;

    /// <summary>How the connection ended, set before its streams are closed; null while it is open.</summary>
    public Http2ConnectionEnd? Outcome => _ending.Outcome;

    /// <summary>Whether a graceful shutdown is complete and no stream is left. The transport can close the socket.</summary>
    public bool IsDrained => _streams.Count == 0 && (_shutdown.IsCompleted || (_shutdown.PeerStarted && !_isServer));

    /// <summary>Whether a client can open a stream now.</summary>
    public bool CanOpenStream => !_isServer && _started && !IsEnded && !_shutdown.IsStarted && !_shutdown.PeerStarted
        && _streams.HasLocalId && (uint)_streams.Count < _settings.MaxLocalStreams;

    /// <summary>The peer's current settings.</summary>
    public Http2Settings PeerSettings => _settings.Peer;

    /// <summary>When the oldest unacknowledged SETTINGS of this side were sent, in monotonic milliseconds; null when all are acknowledged.
    /// A transport can <see cref="Abort"/> with SETTINGS_TIMEOUT.</summary>
    public long? SettingsUnacknowledgedSince => _settings.Local.UnacknowledgedSince;

    /// <summary>When the incomplete frame or field block (HEADERS and CONTINUATION) of the peer started, in monotonic milliseconds; null
    /// when there is none. A transport can <see cref="Abort"/> a peer that takes too long to complete one.</summary>
    public long? InputIncompleteSince => _dispatcher.IncompleteSince;

    /// <summary>The connection's send window, in bytes.</summary>
    public int SendWindowAvailable => _dataSender.WindowAvailable;

    /// <summary>The connection's receive window.</summary>
    public FlowControl.ReceiveWindow ReceiveWindow => _receiveWindow.Window;

    /// <summary>Writes the connection preface and the first SETTINGS. Call once, before anything else.</summary>
    public void Start(long now)
    {
        if (_started)
        {
            throw new InvalidOperationException("The connection is already started: call Start once.");
        }

        _started = true;
        if (!_isServer)
        {
            _output.Append(ConnectionPreface.Bytes);
        }

        _settings.Start(now);
        _receiveWindow.SetTarget(_options.ConnectionWindow);
    }

    /// <summary>Processes all of the given bytes from the peer. Do not call from an event.</summary>
    public void Receive(ReadOnlySpan<byte> bytes, long now)
    {
        if (!_started || _receiving)
        {
            throw new InvalidOperationException(
                "Receive was called before Start or from an event: call it after Start and outside events.");
        }

        _receiving = true;
        try
        {
            _dispatcher.Receive(bytes, now);
            if (!IsEnded)
            {
                _dataSender.Pump();
            }
        }
        finally
        {
            _receiving = false;
        }
    }

    /// <summary>Removes the first <paramref name="count"/> bytes of <see cref="Output"/>, which were sent, and lets blocked streams
    /// continue.</summary>
    public void AdvanceOutput(long count)
    {
        _output.Advance(count);
        if (!IsEnded)
        {
            _dataSender.Pump();
        }
    }

    /// <summary>Client only: opens a stream and sends the request headers.</summary>
    /// <param name="template">Fields shared by many requests, pseudo-header fields first; can be null.</param>
    /// <param name="fields">Fields of this request, sent after those of the template; can be null.</param>
    /// <param name="endStream">Whether the request has no data.</param>
    /// <param name="tag">The transport's object for the stream.</param>
    /// <returns>The stream, or null when none can be opened now (<see cref="CanOpenStream"/>).</returns>
    public Http2Stream? TryOpenStream(HeaderTemplate? template, HeaderList? fields, bool endStream, object? tag = null) =>
        CanOpenStream ? _sender.Open(template, fields, endStream, tag) : null;

    /// <summary>Sends response headers, or trailers after them. Trailers must end the stream.</summary>
    /// <exception cref="InvalidOperationException">The stream cannot send, or the trailers do not end it.</exception>
    public void WriteHeaders(Http2Stream stream, HeaderTemplate? template, HeaderList? fields, bool endStream) =>
        _sender.WriteHeaders(stream, template, fields, endStream);

    /// <summary>Server only: sends an interim response (1xx) before the final one.</summary>
    /// <exception cref="InvalidOperationException">The final response was sent, or the stream cannot send.</exception>
    public void WriteInformational(Http2Stream stream, HeaderTemplate? template, HeaderList? fields) =>
        _sender.WriteInformational(stream, template, fields);

    /// <summary>
    /// Sends as much data as the flow-control windows, the output limit and the other streams' share allow. The caller keeps the rest and
    /// sends it on <see cref="IHttp2Events.OnWritable"/>.
    /// </summary>
    /// <param name="stream">The stream.</param>
    /// <param name="data">The data; copied. Empty data that ends the stream is always accepted.</param>
    /// <param name="endStream">Whether this data ends the stream. Applies only when all of it is accepted.</param>
    /// <returns>Number of bytes accepted.</returns>
    /// <exception cref="InvalidOperationException">The stream cannot send, or its headers were not sent.</exception>
    public int TryWriteData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream) =>
        _sender.TryWriteData(stream, data, endStream);

    /// <inheritdoc cref="TryWriteData(Http2Stream, ReadOnlySpan{byte}, bool)"/>
    public int TryWriteData(Http2Stream stream, in ReadOnlySequence<byte> data, bool endStream) =>
        _sender.TryWriteData(stream, data, endStream);

    /// <summary>Reports that the transport has consumed <paramref name="bytes"/> of a stream's data. Sends WINDOW_UPDATE once half a window
    /// is due.</summary>
    public void Consume(Http2Stream stream, int bytes)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        if (!IsEnded)
        {
            _data.Consume(stream, bytes);
        }
    }

    /// <summary>Sets the target receive window of a stream, 0 to <see cref="MaxReceiveWindowTarget"/> bytes. An increase is credited
    /// immediately.</summary>
    public void SetReceiveWindowTarget(Http2Stream stream, int bytes)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _data.SetWindowTarget(stream, bytes);
        }
    }

    /// <summary>Sets the target receive window of the connection, 0 to <see cref="MaxReceiveWindowTarget"/> bytes. An increase is credited
    /// immediately.</summary>
    public void SetConnectionReceiveWindowTarget(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _receiveWindow.SetTarget(bytes);
        }
    }

    /// <summary>Announces a new SETTINGS_INITIAL_WINDOW_SIZE, 0 to <see cref="MaxReceiveWindowTarget"/> bytes. The windows of open
    /// streams change by the difference.</summary>
    public void SetInitialStreamWindow(int bytes, long now)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, MaxReceiveWindowTarget);
        if (!IsEnded)
        {
            _settings.AnnounceInitialWindow(bytes, now);
        }
    }

    /// <summary>Resets a stream with RST_STREAM. Does nothing when the stream has ended.</summary>
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
    /// Server only: resets a stream of the peer with REFUSED_STREAM (RFC 9113 section 8.7). Counts towards
    /// <see cref="Http2Limits.MaxResetsPerSecond"/>, as streams beyond SETTINGS_MAX_CONCURRENT_STREAMS do. Does nothing when the stream has
    /// ended.
    /// </summary>
    public void Refuse(Http2Stream stream, long now)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (IsEnded || !_streams.Contains(stream))
        {
            return;
        }

        _ending.ResetStream(stream, new Http2StreamEnd(Http2StreamEndKind.ResetLocally, Http2ErrorCode.RefusedStream));
        _ending.CountReset(now);
    }

    /// <summary>Sends a PING; <see cref="IHttp2Events.OnPingAck"/> follows. <paramref name="opaque"/> must not be
    /// <see cref="ShutdownState.RoundTripPing"/>.</summary>
    public void SendPing(ulong opaque)
    {
        if (!IsEnded)
        {
            _control.SendPing(opaque);
        }
    }

    /// <summary>Starts a graceful shutdown (RFC 9113 section 6.8). Open streams continue; <see cref="IsDrained"/> is true when all have
    /// ended. A server announces it first and completes it after a round trip or on <see cref="CompleteShutdown"/>. A client opens no more
    /// streams.</summary>
    public void BeginShutdown()
    {
        if (!IsEnded)
        {
            _control.BeginShutdown();
        }
    }

    /// <summary>Completes a graceful shutdown now: streams that the peer opens from now on are ignored.</summary>
    public void CompleteShutdown()
    {
        if (!IsEnded)
        {
            _control.CompleteShutdown();
        }
    }

    /// <summary>Server only: the peer has half-closed TCP. Streams whose request is incomplete end, the connection ends after the others.
    /// </summary>
    /// <returns>Whether there is anything left to send.</returns>
    public bool EndInput()
    {
        var goesOn = _ending.EndIncomplete();
        if (goesOn)
        {
            CompleteShutdown();
        }

        return goesOn;
    }

    /// <summary>Ends the connection and all its streams, and sends GOAWAY.</summary>
    public void Abort(Http2ErrorCode code, string reason) => _ending.Fail(code, reason);

    /// <summary>Call when the socket is closed: ends all streams and sends nothing.</summary>
    public void OnConnectionLost(string reason) =>
        _ending.End(new Http2ConnectionEnd(true, Http2ErrorCode.NoError, reason));

    /// <summary>Returns an ended stream to the pool. Nothing may use the object afterwards.</summary>
    /// <exception cref="InvalidOperationException">The stream is open.</exception>
    public void Recycle(Http2Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (stream.State != Http2StreamState.Closed || _streams.Contains(stream))
        {
            throw new InvalidOperationException($"Stream {stream.Id} is {stream.State}: return it once, after OnStreamClosed.");
        }

        Consume(stream, stream.ReceivedUnconsumed);
        _streams.Recycle(stream);
    }

    /// <summary>Ends open streams and returns pooled memory. Do not call from an event.</summary>
    public void Dispose()
    {
        OnConnectionLost("The transport disposed of the connection.");
        _dispatcher.Release();
        _output.Dispose();
    }
}
