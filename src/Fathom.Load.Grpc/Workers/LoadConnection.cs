using System.Net.Sockets;
using System.Text;
using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Client.Native;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Workers;

/// <summary>One HTTP/2 connection of a worker. Everything happens on the worker's event loop. Owned by a <see cref="ConnectionSlot"/>,
/// which replaces it when it ends.</summary>
internal sealed class LoadConnection : Http2Session, ICallConnection
{
    private const int MaxDebugText = 300;

    private readonly ConnectionSlot _slot;
    private readonly LoadWorker _worker;
    private readonly Connector _connector;
    private readonly LoopTimer _connectTimer;
    private readonly KeepAlive? _keepAlive;
    private ProtocolSniffer _sniffer;
    private ConnectionStage _stage;
    private string? _reason;
    private bool _isLost;

    // The entry of the peer's HPACK table that says "grpc-status: 0".
    private long _okStatusEntry = -1;

    public LoadConnection(ConnectionSlot slot, LoadWorker worker)
        : base(worker.Loop, new Strand(worker.OnDefect), Http2Role.Client,
            LoadLimits.Http2 with { AssumedMaxConcurrentStreams = worker.Target.Server.AssumedMaxStreams }, LoadLimits.MaxStreamWindow)
    {
        (_slot, _worker) = (slot, worker);
        var options = worker.Target.Server;
        MaxStreams = options.AssumedMaxStreams;
        _connector = new Connector(Loop, worker.Server, OnConnected, OnConnectFailed);
        _connectTimer = new LoopTimer(Loop, static state => ((LoadConnection)state!).OnConnectTimeout(), this);
        _keepAlive = options.KeepAliveTime is { } time
            ? new KeepAlive(Loop, time, options.KeepAliveTimeout, SendKeepAlivePing,
                () => OnConnectFailed("no answer to a keepalive PING in time"))
            : null;
    }

    /// <summary>Streams that the server allows now.</summary>
    public int MaxStreams { get; private set; }

    /// <summary>Why it failed; valid when it is closed.</summary>
    public ConnectionFailure Failure => new(_stage, _reason ?? Describe(Engine.Outcome));

    /// <summary>Outside: starts to connect.</summary>
    public void Start()
    {
        _connectTimer.Start((long)_worker.Target.Server.ConnectTimeout.TotalMilliseconds);
        _connector.Start();
    }

    /// <summary>Inside: starts a call; false when the connection takes no more.</summary>
    public bool TryStart(LoadCall call)
    {
        var stream = _worker.Headers.TryOpen(Engine, call);
        if (stream is null)
        {
            return false;
        }

        (call.Stream, call.Connection) = (stream, this);
        _worker.Framer.Write(Engine, call);
        return true;
    }

    /// <summary>Outside: resets a call.</summary>
    public void Cancel(LoadCall call, CancelReason reason)
    {
        using (Strand.Enter())
        {
            call.Cancelled = reason;
            if (call.Stream is { } stream)
            {
                Engine.Reset(stream, Http2ErrorCode.Cancel);
            }
        }
    }

    /// <summary>Outside: ends this side of a stream, which then has time to end by itself.</summary>
    /// <returns>False where it has messages left to send, or has ended.</returns>
    public bool TryEndSending(LoadCall call)
    {
        using (Strand.Enter())
        {
            return call.Stream is { CanSend: true } && _worker.Framer.TryEnd(Engine, call);
        }
    }

    /// <summary>Inside: lets the connection end when its output is sent.</summary>
    public void BeginShutdown() => Engine.BeginShutdown();

    public override void OnStreamOpened(Http2Stream stream)
    {
    }

    public override void OnHeader(Http2Stream stream, in HeaderField field)
    {
        if (field.EntryId == _okStatusEntry)
        {
            Call(stream).OnStatusOk();
        }
        else if (field.KnownHeader == KnownHeader.Status)
        {
            Call(stream).OnHttpStatus(field.Value);
        }
        else if (field.KnownHeader == KnownHeader.Unknown)
        {
            OnGrpcHeader(Call(stream), field);
        }
    }

    public override void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
    }

    public override void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Engine.Consume(stream, data.Length);
        var call = Call(stream);
        var messages = call.OnData(data, _worker.Target.ExpectedReplyTo(call.Ticket.Number), _worker.ReplyLimits);
        if (messages > 0 && _worker.Streams.CountsReceived)
        {
            _worker.Streams.OnReceived(call, messages, _worker.Now);
        }
    }

    public override void OnWritable(Http2Stream stream) => _worker.Framer.Continue(Engine, Call(stream));

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        var call = Call(stream);
        call.Stream = null;
        if (outcome.Kind == Http2StreamEndKind.Completed)
        {
            Engine.Recycle(stream);
            call.OnEnd();
            _slot.OnAnswered();
            _worker.OnCompleted(_slot, call);
        }
        else
        {
            _worker.OnBroken(_slot, call, outcome, outcome.Kind == Http2StreamEndKind.ConnectionEnded ? Failure.Reason : null);
        }
    }

    public override void OnPeerSettings(in Http2Settings settings)
    {
        _connectTimer.Stop();
        MaxStreams = (int)Math.Min(int.MaxValue, settings.MaxConcurrentStreams);
        if (_stage == ConnectionStage.Http2)
        {
            _stage = ConnectionStage.InUse;
            _slot.OnReady();
        }
    }

    public override void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
        if (code != Http2ErrorCode.NoError)
        {
            var text = PrintableText.OneLine(Encoding.ASCII.GetString(debug), MaxDebugText);
            _reason ??= ConnectionAdvice.AfterGoAway($"the server closed the connection with {code} {text}".TrimEnd(), code);
        }

        // One that never was in use is closed by the server, which is a failure to connect.
        if (_stage == ConnectionStage.InUse)
        {
            _slot.OnRefused(this);
        }
    }

    public override void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
    }

    protected override void OnOpened()
    {
        _stage = ConnectionStage.Http2;
        _keepAlive?.Start();
        _slot.OnOpened();
    }

    protected override void OnReceiving(ReadOnlySpan<byte> bytes)
    {
        _worker.ReadClock();
        _keepAlive?.OnReceived();
        if (_stage == ConnectionStage.Http2)
        {
            _sniffer.Add(bytes);
        }
    }

    protected override void Report(Exception error)
    {
        _reason ??= error.Message;
        _worker.OnDefect(error);
    }

    protected override void OnConnectionLost(string reason) =>
        _reason ??= _stage == ConnectionStage.Http2 && _sniffer.Describe() is { } other ? $"{other} ({reason})" : reason;

    protected override void OnClosed()
    {
        _connector.Dispose();
        _connectTimer.Dispose();
        _keepAlive?.Dispose();
        if (!_isLost)
        {
            _isLost = true;
            _slot.OnClosed(this);
        }
    }

    private static LoadCall Call(Http2Stream stream) => (LoadCall)stream.Tag!;

    private static string Describe(Http2ConnectionEnd? end) => end is { } known ? known.ByPeer ? known.Reason
        : $"the server violated HTTP/2 ({known.Code}, {known.Reason})" : "the connection was closed";

    private void OnGrpcHeader(LoadCall call, in HeaderField field)
    {
        if (field.Name.SequenceEqual("grpc-status"u8))
        {
            if (field.Value.SequenceEqual("0"u8))
            {
                _okStatusEntry = field.EntryId > 0 ? field.EntryId : _okStatusEntry;
                call.OnStatusOk();
            }
            else
            {
                call.OnStatus(field.Value);
            }
        }
        else if (field.Name.SequenceEqual("grpc-message"u8))
        {
            call.OnMessage(field);
        }
    }

    private void OnConnected(Socket socket)
    {
        _stage = _worker.Server.IsTls ? ConnectionStage.Tls : ConnectionStage.Http2;
        Attach(ClientTransport.Create(Loop, socket, _worker.Target.Server, _worker.Server, new(_worker), this));
    }

    private void SendKeepAlivePing()
    {
        using (Strand.Enter())
        {
            if (Engine.StreamCount > 0)
            {
                Engine.SendPing(KeepAlive.PingPayload);
                _keepAlive!.OnPingSent();
            }
        }
    }

    private void OnConnectTimeout()
    {
        var time = _worker.Target.Server.ConnectTimeout;
        OnConnectFailed(_stage == ConnectionStage.Connect ? _connector.TimedOut(time)
            : $"no HTTP/2 SETTINGS within {time.TotalSeconds:0.###} s");
    }

    // A name is resolved on a thread of its own.
    private void OnConnectFailed(string reason) => Loop.Post(new LoopAction(() =>
    {
        using (Strand.Enter())
        {
            _reason ??= reason;
            CloseNow(reason);
        }
    }));
}
