using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>One connection of a <see cref="NativeHost"/>, which owns it: takes requests and hands them to the dispatcher.</summary>
internal sealed class ServerConnection : Http2Session
{
    private readonly NativeHost _host;
    private readonly Socket _socket;
    private readonly LoopTimer _handshake;
    private readonly List<NativeExchange> _ready = new(0);
    private LoopTimer? _patience;
    private TlsCarrier? _tls;
    private string? _peer;
    private int _unfinished;
    private bool _watched;
    private bool _answered;
    private bool _told;

    public ServerConnection(NativeHost host, EventLoop loop, Socket socket)
        : base(loop, new Gate(), Http2Role.Server, host.Options.Http2, host.Options.LargestWindow)
    {
        (_host, _socket) = (host, socket);
        _handshake = new LoopTimer(loop, static state => ((ServerConnection)state!).GiveUp(), this);
        Held = new HeldShare(host.Held, () => Loop.Post(new Surrender(this)));
    }

    /// <summary>What this connection makes the host hold; inside the gate.</summary>
    public HeldShare Held { get; }

    public GrpcDispatcher Dispatcher => _host.Dispatcher;

    /// <summary>Whether what awaits goes on on the loop.</summary>
    public bool RunsInline => _host.Options.Handlers == HandlerScheduling.EventLoop;

    /// <summary>Who called, in gRPC's form.</summary>
    public string Peer => _peer ??= Describe(_socket);

    /// <summary>The certificate the client has shown, and that was accepted; null: none.</summary>
    public X509Certificate2? ClientCertificate => _tls?.PeerCertificate;

    /// <summary>How fast the client takes bytes.</summary>
    public LinkRate? LinkRate => Compression.LinkRate.Of(_socket);

    /// <summary>Begins.</summary>
    public void Start(Func<SslServerAuthenticationOptions>? tls)
    {
        _handshake.Start((long)_host.Options.HandshakeTimeout.TotalMilliseconds);
        _peer = Describe(_socket);
        _tls = tls is null ? null : new TlsCarrier(Loop, _socket, ssl => ssl.AuthenticateAsServerAsync(tls()), this);
        Carry((Carrier?)_tls ?? new PlainCarrier(Loop, _socket, this));
    }

    /// <summary>Ends gracefully: requests under way go on, new ones are not taken.</summary>
    public void ShutDown()
    {
        Gate.Enter();
        Engine.BeginShutdown();
        Leave();
    }

    /// <summary>Tells the host's owner that something is wrong.</summary>
    public void Tell(string reason) => _host.Options.ConnectionFailed?.Invoke(Peer, reason);

    public override void OnStreamOpened(Http2Stream stream) => stream.Tag = new NativeExchange(this, stream);

    public override void OnHeader(Http2Stream stream, in HeaderField field) => Exchange(stream).OnHeader(field);

    public override void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        var exchange = Exchange(stream);
        if (kind == FieldBlockKind.Request)
        {
            if (_unfinished >= _host.Options.UnfinishedCallsLimit)
            {
                Engine.Refuse(stream, EventLoop.Now);
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

    /// <summary>Inside the gate: a call's handler has returned and its stream is over.</summary>
    public void OnFinished() => _unfinished--;

    public override void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream) =>
        Exchange(stream).OnData(data, endStream);

    public override void OnWritable(Http2Stream stream) => Exchange(stream).Push();

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome) => Exchange(stream).OnClosed(outcome);

    public override void OnPeerSettings(in Http2Settings settings)
    {
        _answered = true;
        _handshake.Stop();
    }

    public override void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
        if (!outcome.ByPeer && outcome.Code != Http2ErrorCode.NoError)
        {
            TellOnce($"GOAWAY {outcome.Code}: {outcome.Reason}");
        }
    }

    protected override void OnLosing(string reason)
    {
        if (!_answered)
        {
            TellOnce(reason);
        }
    }

    protected override void OnTurn()
    {
        if (Engine.InputIncompleteSince is not null && !_watched && !IsClosed)
        {
            Watch((long)_host.Options.FrameTimeout.TotalMilliseconds);
        }

        if (_ready.Count == 0)
        {
            return;
        }

        foreach (var exchange in _ready)
        {
            if (Held.GivesWay)
            {
                // What these would hold is not to be held any more, and nobody is left to be answered.
                break;
            }

            if (RunsInline)
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

    protected override void OnClosed()
    {
        _handshake.Dispose();
        _patience?.Dispose();
        _host.OnGone(this);
    }

    private static NativeExchange Exchange(Http2Stream stream) => (NativeExchange)stream.Tag!;

    private static string Describe(Socket socket)
    {
        try
        {
            var end = (IPEndPoint)socket.RemoteEndPoint!;
            return $"{(end.AddressFamily == AddressFamily.InterNetwork ? "ipv4" : "ipv6")}:{end}";
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return "unknown";
        }
    }

    private void GiveUp()
    {
        TellOnce("no SETTINGS in time");
        Dispose();
    }

    /// <summary>On the loop: looks after <paramref name="milliseconds"/> whether a frame is still under way.</summary>
    private void Watch(long milliseconds)
    {
        _watched = true;
        _patience ??= new LoopTimer(Loop, static state => ((ServerConnection)state!).Look(), this);
        _patience.Start(milliseconds);
    }

    private void Look()
    {
        _watched = false;
        if (IsClosed || Engine.InputIncompleteSince is not { } since)
        {
            return;
        }

        var left = since + (long)_host.Options.FrameTimeout.TotalMilliseconds - EventLoop.Now;
        if (left > 0)
        {
            Watch(left);
        }
        else
        {
            End(nameof(NativeHostOptions.FrameTimeout));
        }
    }

    /// <summary>On the loop: the client is too much to bear.</summary>
    private void End(string limit)
    {
        Gate.Enter();
        Engine.Abort(Http2ErrorCode.EnhanceYourCalm, limit);
        Leave();
    }

    private void TellOnce(string reason)
    {
        if (!_told)
        {
            _told = true;
            Tell(reason);
        }
    }

    private sealed class Surrender(ServerConnection connection) : ILoopWork
    {
        public void Run() => connection.End(nameof(NativeHostOptions.MaxHeldBytes));
    }
}
