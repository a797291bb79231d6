using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Transport.Logging;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>One connection of a <see cref="NativeHost"/>: receives requests and passes them to the dispatcher. Owned by the host.</summary>
internal sealed class ServerConnection : Http2Session
{
    private readonly NativeHost _host;
    private readonly Socket _socket;
    private readonly ClientTimeouts _timeouts;
    private readonly List<NativeExchange> _ready = new(0);
    private TlsTransport? _tls;
    private string? _peer;
    private int _unfinished;
    private long _outputBytes;
    private long _inputBytes;
    private bool _settingsReceived;
    private bool _opened;
    private bool _shutsDown;
    private volatile uint _maxPeerHeaderListSize = uint.MaxValue;
    private bool _failureReported;

    public ServerConnection(NativeHost host, EventLoop loop, Socket socket, IPAddress client)
        : base(loop, new Strand(error => host.OnFailed(error)), Http2Role.Server, host.Options.Http2, host.Options.EffectiveMaxStreamWindow)
    {
        (_host, _socket) = (host, socket);
        _timeouts = new ClientTimeouts(this, socket, host.Options);
        ReceiveShare = new ReceiveShare(loop.Clock, host.ReceiveQuota, this, client, nameof(NativeHostOptions.MaxBufferedBytes));
        MessageShare = new ReceiveShare(loop.Clock, host.MessageQuota, this, client, nameof(NativeHostOptions.MaxHandledBytes));
        Fields = new RequestFieldCache(ReceiveShare);
    }

    /// <summary>The bytes that the host buffers for this connection. Use inside the strand.</summary>
    public ReceiveShare ReceiveShare { get; }

    /// <summary>The messages that handlers of this connection work on. Use inside the strand.</summary>
    public ReceiveShare MessageShare { get; }

    /// <summary>The header fields of requests. Use inside the strand.</summary>
    public RequestFieldCache Fields { get; }

    public GrpcDispatcher Dispatcher => _host.Dispatcher;

    /// <summary>Whether continuations run on the event loop.</summary>
    public bool InlineContinuations => _host.Options.Handlers == HandlerScheduling.EventLoop;

    /// <summary>The address of the client, in gRPC's form.</summary>
    public string Peer => _peer ??= AcceptedSocket.Describe(_socket);

    /// <summary>The accepted certificate of the client; null when there is none.</summary>
    public X509Certificate2? ClientCertificate => _tls?.PeerCertificate;

    /// <summary>The size of the socket's send buffer, in bytes; 0 once it is closed.</summary>
    public int SendBufferBytes
    {
        get
        {
            try
            {
                return _socket.SendBufferSize;
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return 0;
            }
        }
    }

    /// <summary>The rate at which the client accepts bytes; null when it is not known.</summary>
    public LinkRate? LinkRate => Compression.LinkRate.Measure(_socket);

    /// <summary>The size of a header list that the client accepts, in bytes. Can be read outside.</summary>
    public uint MaxPeerHeaderListSize => _maxPeerHeaderListSize;

    /// <summary>Whether a call is in progress, at the client or in a handler. Use inside the strand.</summary>
    public bool HasCalls => _unfinished > 0 || Engine.StreamCount > 0;

    /// <summary>Whether the client sends no more bytes and reads on. Use inside the strand.</summary>
    public bool IsInputEnded { get; private set; }

    /// <summary>Starts to receive.</summary>
    /// <param name="tls">The options of TLS; null for none.</param>
    /// <param name="party">Whose the handshake is.</param>
    public void Start(Func<SslServerAuthenticationOptions>? tls, HandshakeParty party)
    {
        _peer = AcceptedSocket.Describe(_socket);
        _tls = tls is null ? null : new TlsTransport(Loop, _socket, party, ssl => ssl.AuthenticateAsServerAsync(tls()), this);
        Attach((SocketTransport?)_tls ?? new PlainTransport(Loop, _socket, this));
    }

    /// <summary>Starts a graceful shutdown: requests in progress continue, new ones are refused.</summary>
    public void ShutDown()
    {
        using (Strand.Enter())
        {
            // GOAWAY cannot precede the SETTINGS: until TLS is established it waits for them.
            _shutsDown = true;
            if (_opened)
            {
                Engine.BeginShutdown();
            }
        }
    }

    /// <summary>Logs why the connection fails.</summary>
    public void ReportFailure(string reason)
    {
        if (_host.Options.Server.Logger is { } logger)
        {
            ServerLog.ConnectionFailed(logger, Peer, reason);
        }
    }

    public override void OnStreamOpened(Http2Stream stream) => stream.Tag = new NativeExchange(this, stream);

    public override void OnHeader(Http2Stream stream, in HeaderField field) => Exchange(stream).OnHeader(field);

    public override void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        var exchange = Exchange(stream);
        if (kind == FieldBlockKind.Request)
        {
            if (_unfinished >= _host.Options.EffectiveMaxUnfinishedCalls)
            {
                Engine.Refuse(stream, Loop.Now);
                return;
            }

            _unfinished++;
            exchange.OnHeadersEnd();
            _ready.Add(exchange);
        }

        if (endStream)
        {
            exchange.OnData(default, isLast: true);
        }
    }

    /// <summary>Inside: a call's handler has returned and its stream has ended.</summary>
    public void OnCallFinished()
    {
        if (--_unfinished == 0)
        {
            _timeouts.OnIdle();
        }
    }

    /// <summary>Inside: a response waits for a window or for the output.</summary>
    public void OnResponseWaits(NativeExchange exchange) => _timeouts.OnResponseWaits(exchange);

    /// <summary>On the loop: one of the timeouts may be due.</summary>
    public void OnTimer()
    {
        using (Strand.Enter())
        {
            if (!IsClosed)
            {
                _timeouts.Check();
            }
        }
    }

    /// <summary>Inside: ends the connection of a client that has not sent its SETTINGS in time.</summary>
    public void EndWithoutHandshake()
    {
        ReportFailureOnce("no SETTINGS in time");
        CloseNow("no SETTINGS in time");
    }

    /// <summary>Inside: ends the connection because the client exceeded a limit.</summary>
    public void EndWithLimit(string limit)
    {
        Engine.Abort(Http2ErrorCode.EnhanceYourCalm, limit);
        if (IsOutputBlocked)
        {
            // GOAWAY would not get out, and what waits to be sent is the memory that is needed: for the second that they had for it 1,000
            // clients that never read held 130 MB, and an honest one beside them was ended for that again and again.
            CloseNow(limit);
        }
    }

    public override void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        _timeouts.OnRequestBytes(data.Length);
        Exchange(stream).OnData(data, endStream);
    }

    public override void OnWritable(Http2Stream stream) => Exchange(stream).TrySend();

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome) => Exchange(stream).OnClosed(outcome);

    public override void OnPeerSettings(in Http2Settings settings)
    {
        (_settingsReceived, _maxPeerHeaderListSize) = (true, settings.MaxHeaderListSize);
        _timeouts.OnPeerSettings();
    }

    /// <summary>The client opens no more streams; those that are open continue.</summary>
    public override void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    public override void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
        // Not when the socket is closed: 468 evicted connections held 120 MB of fields for the second until then.
        Fields.Clear();
        if (!outcome.ByPeer && outcome.Code != Http2ErrorCode.NoError)
        {
            ReportFailureOnce($"GOAWAY {outcome.Code}: {outcome.Reason}");
        }
    }

    protected override void OnOpened()
    {
        _opened = true;
        if (_shutsDown)
        {
            Engine.BeginShutdown();
        }
    }

    // GOAWAY makes the kernel of a client that is gone answer with a reset. Without epoll that is not noticed.
    protected override bool OnInputEnded()
    {
        if (IsInputEnded || !OperatingSystem.IsLinux())
        {
            return false;
        }

        IsInputEnded = true;
        return Engine.EndInput();
    }

    protected override void Report(Exception error)
    {
        if (_host.Options.Server.Logger is { } logger)
        {
            ServerLog.ServingFailed(logger, Peer, error);
        }
    }

    protected override void OnConnectionLost(string reason)
    {
        if (!_settingsReceived)
        {
            ReportFailureOnce(reason);
        }
    }

    protected override void OnProcessed()
    {
        Count(ref _inputBytes, Engine.InputAllocatedBytes);
        if (IsClosed)
        {
            return;
        }

        foreach (var exchange in _ready)
        {
            if (!exchange.IsRequestComplete)
            {
                _timeouts.OnRequestIncomplete(exchange);
            }
        }

        _timeouts.OnProcessed();
    }

    protected override void OnReceiveCompleted()
    {
        if (_ready.Count == 0)
        {
            return;
        }

        foreach (var exchange in _ready)
        {
            if (ReceiveShare.IsEvicted)
            {
                // The connection is closed: these requests would only use memory.
                break;
            }

            if (InlineContinuations)
            {
                exchange.Execute();
            }
            else
            {
                ThreadPool.UnsafeQueueUserWorkItem(exchange, preferLocal: false);
            }
        }

        _ready.Clear();
    }

    protected override void OnOutput(long allocatedBytes)
    {
        if (Count(ref _outputBytes, allocatedBytes))
        {
            _timeouts.OnOutput(allocatedBytes > 0);
        }
    }

    protected override void OnClosed()
    {
        OnOutput(0);
        Count(ref _inputBytes, 0);
        _timeouts.Dispose();
        _host.OnConnectionClosed(this);
    }

    private static NativeExchange Exchange(Http2Stream stream) => (NativeExchange)stream.Tag!;

    /// <summary>Reports memory that the engine holds.</summary>
    /// <returns>Whether it has changed.</returns>
    private bool Count(ref long counted, long allocatedBytes)
    {
        var added = allocatedBytes - counted;
        if (added != 0)
        {
            ReceiveShare.Add(added);
            counted = allocatedBytes;
        }

        return added != 0;
    }

    private void ReportFailureOnce(string reason)
    {
        if (!_failureReported)
        {
            _failureReported = true;
            ReportFailure(reason);
        }
    }
}
