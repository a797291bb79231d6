using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>
/// One HTTP/2 connection at work: feeds the engine what its carrier receives and sends what the engine writes. The engine is used inside
/// the gate only; whoever has used it leaves by <see cref="Leave"/>, which sees to what is to be sent. Bytes of many calls go out together:
/// during a turn of the loop at the turn's end; from other threads by the loop, or at once where a single call is under way and nobody can
/// join it.
/// </summary>
internal abstract class Http2Session : IHttp2Events, ICarrierEvents, ILoopWork, IDisposable
{
    // A peer that was sent GOAWAY is given so long to read it: closing at once would discard it with what is unread (RFC 9113 section
    // 5.4.1).
    private const int LingerMilliseconds = 1000;

    private const int MostSendsOfACaller = 4;

    private const ulong BandwidthProbe = 0x6661_7468_6f6d_0001;

    private readonly Wire.FlowControl.BandwidthDelayEstimator _bandwidth;
    private readonly int _firstConnectionWindow;
    private readonly LoopTimer _timer;
    private Carrier? _carrier;
    private bool _inTurn;
    private bool _flushing;
    private bool _full;
    private bool _posted;
    private bool _ending;
    private bool _lingering;
    private bool _closed;

    protected Http2Session(EventLoop loop, Gate gate, Http2Role role, Http2Options options, int largestWindow)
    {
        (Loop, Gate) = (loop, gate);
        Engine = new Http2Connection(role, options, this);
        _bandwidth = new Wire.FlowControl.BandwidthDelayEstimator(options.InitialStreamWindow, largestWindow);
        _firstConnectionWindow = options.ConnectionWindow;
        _timer = new LoopTimer(loop, static state => ((Http2Session)state!).Dispose(), this);
    }

    public EventLoop Loop { get; }

    public Gate Gate { get; }

    /// <summary>Inside the gate only.</summary>
    public Http2Connection Engine { get; }

    /// <summary>Header fields as strings; inside the gate only.</summary>
    public HeaderTexts Texts { get; } = new();

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
    public void Leave(bool here = false)
    {
        var sends = false;
        var post = false;
        if (Engine.IsEnded && !_ending && !_closed)
        {
            // Also where the peer never reads, so that the last of it is never sent.
            _ending = true;
            _timer.Start(LingerMilliseconds);
        }

        if (CanFlush() && !(_inTurn && Loop.IsCurrent))
        {
            sends = here || Loop.IsCurrent || Engine.StreamCount <= 1;
            post = !sends && !_posted;
            _flushing |= sends;
            _posted |= post;
        }

        Gate.Leave();
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
        if (_carrier is null)
        {
            Dispose();
            return;
        }

        _timer.Start(LingerMilliseconds);
        Gate.Enter();
        Leave();
    }

    /// <summary>Inside the gate: the loop sends what is to be sent, soon.</summary>
    public void FlushSoon()
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
        Gate.Enter();
        _posted = false;
        Leave();
    }

    void ICarrierEvents.OnOpen()
    {
        Gate.Enter();
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
            Leave();
        }
    }

    void ICarrierEvents.OnBytes(ReadOnlySpan<byte> bytes)
    {
        _inTurn = true;
        Gate.Enter();
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
            Gate.Leave();
        }

        OnTurn();
        _inTurn = false;
        Gate.Enter();
        Leave();
    }

    void ICarrierEvents.OnWritable()
    {
        Gate.Enter();
        _full = false;
        Leave();
    }

    void ICarrierEvents.OnLost(string reason)
    {
        Gate.Enter();
        try
        {
            OnLosing(reason);
            Engine.ConnectionLost(reason);
        }
        finally
        {
            Gate.Leave();
        }

        Dispose();
    }

    /// <summary>Closes at once; what waits to be sent is lost.</summary>
    public void Dispose()
    {
        Gate.Enter();
        var first = !_closed;
        _closed = true;
        if (first)
        {
            Engine.ConnectionLost("the connection was closed");
            OnClosed();
            ReleaseEngine();
        }

        Gate.Leave();
        if (first)
        {
            _timer.Dispose();
            _carrier?.Dispose();
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
            _bandwidth.ProbeSent(EventLoop.Now);
            Engine.SendPing(BandwidthProbe);
        }

        OnStreamData(stream, data, endStream);
    }

    public void OnPingAck(ulong opaque)
    {
        if (opaque != BandwidthProbe)
        {
            OnPingAnswered();
            return;
        }

        var now = EventLoop.Now;
        if (_bandwidth.IsProbing && _bandwidth.ProbeAnswered(now))
        {
            // A third more than a stream's, as by default at first: a stream that nobody reads leaves room for the others.
            var shared = Math.Min(Http2Connection.MaxReceiveWindowTarget, _bandwidth.Window * 4L / 3);
            Engine.SetConnectionReceiveWindowTarget((int)Math.Max(_firstConnectionWindow, shared));
            Engine.SetInitialStreamWindow(_bandwidth.Window, now);
        }
    }

    /// <summary>The socket is there.</summary>
    protected void Carry(Carrier carrier)
    {
        _carrier = carrier;
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
    protected virtual void OnTurn()
    {
    }

    /// <summary>Inside the gate: the carrier is lost.</summary>
    protected virtual void OnLosing(string reason)
    {
    }

    /// <summary>Inside the gate: a PING that was not this class's own was answered.</summary>
    protected virtual void OnPingAnswered()
    {
    }

    /// <summary>Inside the gate: it is over.</summary>
    protected virtual void OnClosed()
    {
    }

    /// <summary>Whether the connection is to be closed once all is sent.</summary>
    protected virtual bool IsOver => Engine.IsEnded || Engine.IsDrained;

    private bool CanFlush() => _carrier is not null && !_flushing && !_full && !_closed
        && (!Engine.Output.IsEmpty || (IsOver && !_lingering));

    private void Flush()
    {
        Gate.Enter();
        for (var turn = 0; !_closed; turn++)
        {
            var front = Engine.Output.Front;
            if (front.IsEmpty)
            {
                break;
            }

            if (turn == MostSendsOfACaller && !Loop.IsCurrent)
            {
                // A caller that sends what others write on and on would never come back to its own.
                _flushing = false;
                FlushSoon();
                Gate.Leave();
                return;
            }

            Gate.Leave();
            var sent = _carrier!.Send(front);
            Gate.Enter();
            if (sent.State != SendState.Taken)
            {
                // Where it is broken, reading finds out, and until then nothing is sent.
                (_full, _flushing) = (true, false);
                Gate.Leave();
                if (sent.State == SendState.Full)
                {
                    _carrier.AwaitWritable();
                }

                return;
            }

            if (!_closed)
            {
                Engine.AdvanceOutput(sent.Count);
            }
        }

        _flushing = false;
        var linger = !_closed && IsOver && !_lingering;
        _lingering |= linger;
        if (_closed)
        {
            ReleaseEngine();
        }

        Gate.Leave();
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
        _carrier!.ShutDown();
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
