using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>
/// One HTTP/2 connection at work: feeds the engine what its carrier receives and sends what the engine writes. The engine is used inside
/// the gate only; whoever has used it leaves by <see cref="ExitLock"/>, which sees to what is to be sent. Bytes of many calls go out
/// together: during a turn of the loop at the turn's end; from other threads by the loop, or at once where a single call is under way and
/// nobody can join it.
/// </summary>
internal abstract class Http2Session : IHttp2Events, ITransportEvents, ILoopWork, IDisposable
{
    // A peer that was sent GOAWAY is given so long to read it: closing at once would discard it with what is unread (RFC 9113 section
    // 5.4.1).
    private const int LingerMilliseconds = 1000;

    private const int MaxSendsPerCaller = 4;

    private const ulong BandwidthProbe = 0x6661_7468_6f6d_0001;

    private readonly Wire.FlowControl.BandwidthDelayEstimator _bandwidth;
    private readonly int _initialConnectionWindow;
    private readonly LoopTimer _timer;
    private SocketTransport? _transport;
    private bool _receiving;
    private bool _flushing;
    private bool _blocked;
    private bool _posted;
    private bool _ending;
    private bool _lingering;
    private bool _closed;

    protected Http2Session(EventLoop loop, ConnectionLock gate, Http2Role role, Http2Options options, int largestWindow)
    {
        (Loop, Lock) = (loop, gate);
        Engine = new Http2Connection(role, options, this);
        _bandwidth = new Wire.FlowControl.BandwidthDelayEstimator(options.InitialStreamWindow, largestWindow);
        _initialConnectionWindow = options.ConnectionWindow;
        _timer = new LoopTimer(loop, static state => ((Http2Session)state!).Dispose(), this);
    }

    public EventLoop Loop { get; }

    public ConnectionLock Lock { get; }

    /// <summary>Inside the gate only.</summary>
    public Http2Connection Engine { get; }

    /// <summary>Header fields as strings; inside the gate only.</summary>
    public HeaderStringCache HeaderStrings { get; } = new();

    /// <summary>When bytes last came, in the loop's milliseconds.</summary>
    protected long LastReceived { get; private set; } = EventLoop.Now;

    /// <summary>Whether a peer is given time to read the last of what was sent before the socket is closed.</summary>
    protected virtual bool Lingers => true;

    protected bool IsClosed => Volatile.Read(ref _closed);

    /// <summary>Leaves the gate, and sends what is to be sent.</summary>
    /// <param name="here">
    /// Whether the calling thread sends itself, whatever else is under way: it is about to wait anyway, and the loop need not be woken for
    /// it. 500 blocking calls by Parallel.For take 1.9 times those that are awaited, where they took 2.1 (Kestrel's host, two processors,
    /// medians of 9).
    /// </param>
    public void ExitLock(bool here = false)
    {
        var sends = false;
        var post = false;
        if (Engine.IsEnded && !_ending && !_closed)
        {
            // Also where the peer never reads, so that the last of it is never sent.
            _ending = true;
            _timer.Start(LingerMilliseconds);
        }

        if (CanFlush() && !(_receiving && Loop.IsCurrent))
        {
            sends = here || Loop.IsCurrent || Engine.StreamCount <= 1;
            post = !sends && !_posted;
            _flushing |= sends;
            _posted |= post;
        }

        Lock.Exit();
        if (sends)
        {
            Flush();
        }
        else if (post)
        {
            Loop.Post(this);
        }
    }

    /// <summary>Closes what has ended, once the last of it is sent or after a second; at once where nothing was begun.</summary>
    public void Close()
    {
        if (_transport is null)
        {
            Dispose();
            return;
        }

        _timer.Start(LingerMilliseconds);
        Lock.Enter();
        ExitLock();
    }

    /// <summary>Inside the gate: the loop sends what is to be sent, soon.</summary>
    public void ScheduleFlush()
    {
        if (!_posted)
        {
            _posted = true;
            Loop.Post(this);
        }
    }

    /// <summary>Posted: sends.</summary>
    void ILoopWork.Run()
    {
        Lock.Enter();
        _posted = false;
        ExitLock();
    }

    void ITransportEvents.OnOpen()
    {
        Lock.Enter();
        try
        {
            if (!_closed)
            {
                Engine.Start(EventLoop.Now);
                OnOpened();
            }
        }
        finally
        {
            ExitLock();
        }
    }

    void ITransportEvents.OnReceived(ReadOnlySpan<byte> bytes)
    {
        _receiving = true;
        Lock.Enter();
        try
        {
            LastReceived = EventLoop.Now;
            if (!_closed)
            {
                OnReceiving(bytes);
                Engine.Receive(bytes, LastReceived);
            }
        }
        finally
        {
            Lock.Exit();
        }

        OnReceiveCompleted();
        _receiving = false;
        Lock.Enter();
        ExitLock();
    }

    void ITransportEvents.OnWritable()
    {
        Lock.Enter();
        _blocked = false;
        ExitLock();
    }

    void ITransportEvents.OnConnectionLost(string reason)
    {
        Lock.Enter();
        try
        {
            OnConnectionLost(reason);
            Engine.OnConnectionLost(reason);
        }
        finally
        {
            Lock.Exit();
        }

        Dispose();
    }

    /// <summary>Closes at once; what waits to be sent is lost.</summary>
    public void Dispose()
    {
        Lock.Enter();
        var first = !_closed;
        _closed = true;
        if (first)
        {
            Engine.OnConnectionLost("the connection was closed");
            OnClosed();
            ReleaseEngine();
        }

        Lock.Exit();
        if (first)
        {
            _timer.Dispose();
            _transport?.Dispose();
        }
    }

    public abstract void OnStreamOpened(Http2Stream stream);

    public abstract void OnHeader(Http2Stream stream, in HeaderField field);

    public abstract void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream);

    public abstract void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream);

    public abstract void OnWritable(Http2Stream stream);

    public abstract void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome);

    public virtual void OnPeerSettings(in Http2Settings settings)
    {
    }

    public virtual void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    public virtual void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
    }

    public void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        if (_bandwidth.Receive(data.Length))
        {
            _bandwidth.OnProbeSent(EventLoop.Now);
            Engine.SendPing(BandwidthProbe);
        }

        OnStreamData(stream, data, endStream);
    }

    public void OnPingAck(ulong opaque)
    {
        if (opaque != BandwidthProbe)
        {
            OnKeepAlivePingAck();
            return;
        }

        var now = EventLoop.Now;
        if (_bandwidth.IsProbing && _bandwidth.OnProbeAcknowledged(now))
        {
            // A third more than a stream's, as by default at first: a stream that nobody reads leaves room for the others.
            var shared = Math.Min(Http2Connection.MaxReceiveWindowTarget, _bandwidth.Window * 4L / 3);
            Engine.SetConnectionReceiveWindowTarget((int)Math.Max(_initialConnectionWindow, shared));
            Engine.SetInitialStreamWindow(_bandwidth.Window, now);
        }
    }

    /// <summary>The socket is there.</summary>
    protected void Attach(SocketTransport carrier)
    {
        _transport = carrier;
        if (IsClosed)
        {
            carrier.Dispose();
        }
        else
        {
            carrier.Open();
        }
    }

    /// <summary>Inside the gate: the engine has started.</summary>
    protected virtual void OnOpened()
    {
    }

    /// <summary>Inside the gate: these bytes are about to be given to the engine.</summary>
    protected virtual void OnReceiving(ReadOnlySpan<byte> bytes)
    {
    }

    /// <summary>Outside the gate, on the loop: the engine has taken what was received; what is sent from here goes out together.</summary>
    protected virtual void OnReceiveCompleted()
    {
    }

    /// <summary>Inside the gate: the carrier is lost.</summary>
    protected virtual void OnConnectionLost(string reason)
    {
    }

    /// <summary>Inside the gate: a PING that was not this class's own was answered.</summary>
    protected virtual void OnKeepAlivePingAck()
    {
    }

    /// <summary>Inside the gate: it is over.</summary>
    protected virtual void OnClosed()
    {
    }

    /// <summary>Whether the connection is to be closed once all is sent.</summary>
    protected virtual bool IsFinished => Engine.IsEnded || Engine.IsDrained;

    private bool CanFlush() => _transport is not null && !_flushing && !_blocked && !_closed
        && (!Engine.Output.IsEmpty || (IsFinished && !_lingering));

    private void Flush()
    {
        Lock.Enter();
        for (var turn = 0; !_closed; turn++)
        {
            var front = Engine.Output.Front;
            if (front.IsEmpty)
            {
                break;
            }

            if (turn == MaxSendsPerCaller && !Loop.IsCurrent)
            {
                // A caller that sends what others write on and on would never come back to its own.
                _flushing = false;
                ScheduleFlush();
                Lock.Exit();
                return;
            }

            Lock.Exit();
            var sent = _transport!.Send(front);
            Lock.Enter();
            if (sent.State != SendState.Sent)
            {
                // Where it is broken, reading finds out, and until then nothing is sent.
                (_blocked, _flushing) = (true, false);
                Lock.Exit();
                if (sent.State == SendState.WouldBlock)
                {
                    _transport.NotifyWhenWritable();
                }

                return;
            }

            if (!_closed)
            {
                Engine.AdvanceOutput(sent.Count);
            }
        }

        _flushing = false;
        var linger = !_closed && IsFinished && !_lingering;
        _lingering |= linger;
        if (_closed)
        {
            ReleaseEngine();
        }

        Lock.Exit();
        if (linger)
        {
            Linger();
        }
    }

    private void Linger()
    {
        if (!Lingers)
        {
            Dispose();
            return;
        }

        _timer.Start(LingerMilliseconds);
        _transport!.ShutDown();
    }

    // Not while its output is being sent: the memory would be another's before it is on the wire.
    private void ReleaseEngine()
    {
        if (!_flushing)
        {
            Engine.Dispose();
        }
    }
}
