using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Transport.Calls;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Workers;

/// <summary>
/// One event loop of a run: starts the calls that its pacer says are due on its connections, and counts them when they end. Everything
/// happens on the loop's thread, so that calls need no lock. Owned by the run.
/// </summary>
internal sealed class LoadWorker : ILoopPulse
{
    // Further away, the time of the turn is precise enough: one reading of the clock less.
    private const long Near = 10_000_000;

    private readonly WorkerSetup _setup;
    private readonly ICallPacer _pacer;
    private readonly CallRecorder _recorder;
    private readonly List<ConnectionSlot> _slots = [];
    private readonly RunningCalls _calls;
    private readonly Stack<LoadCall> _pool = new();
    private readonly Straggler _stragglers;
    private RunClock _clock;
    private int _nextSlot;
    private bool _mayStart;
    private bool _isRunning;

    public LoadWorker(EventLoop loop, WorkerSetup setup, IReadOnlyList<int> quotas)
    {
        (Loop, _setup, Server) = (loop, setup, setup.Target.Server.Endpoint());
        _pacer = setup.Pacer;
        _recorder = new CallRecorder(setup.Exchange, CallOutcomes.Count, _pacer.IsOpenLoop);
        Streams = new StreamRecorder(_recorder, Target.Kind);
        Framer = new RequestFramer(Target.OpenRequests(), Streams.CountsSent, Target.StreamFor is not null && Streams.CountsSent,
            Target.Server.Compression, call => Streams.OnSent(call, Now), OnNoRequest);
        Headers = new CallHeaders(setup.Headers, Target, OnNoRequest);
        Methods = Target.Order is { } order ? new MethodTallies(order, Target.Mix.Count) : null;
        ReplyLimits = new ReplyLimits(Target.Server.Compression.Codec, Target.Server.MaxReceiveMessageSize, Target.Server.Protocol);
        _calls = new RunningCalls(Target, Streams.CountsSent);
        _stragglers = new Straggler(_calls.MaxTime);
        _slots.AddRange(quotas.Select(quota => new ConnectionSlot(this, quota)));
    }

    public EventLoop Loop { get; }

    public GrpcLoadTarget Target => _setup.Target;

    /// <summary>Where its connections go.</summary>
    public ServerEndpoint Server { get; }

    public CallHeaders Headers { get; }

    /// <summary>The calls of each method of a mix; null for one method.</summary>
    public MethodTallies? Methods { get; }

    public RequestFramer Framer { get; }

    /// <summary>What replies may be.</summary>
    public ReplyLimits ReplyLimits { get; }

    public StreamRecorder Streams { get; }

    public bool IsDone { get; private set; }

    public WorkerAudit Audit { get; } = new();

    public CallTally WarmUp => _recorder.WarmUp;

    public long CountedFrom => _recorder.CountedFrom;

    /// <summary>When the turn began, in nanoseconds since the start of the run: the time of everything that happens in it.</summary>
    public long Now { get; private set; }

    long ILoopPulse.Wait => _isRunning ? Math.Max(0, NextStep() is var next && next - Now > Near ? next - Now : next - _clock.Now)
        : long.MaxValue;

    /// <summary>On the loop: opens the connections.</summary>
    public void Connect() => _slots.ForEach(slot => slot.Connect());

    /// <summary>On the loop: starts to call.</summary>
    public void Begin(RunClock clock)
    {
        (_clock, _isRunning, _mayStart) = (clock, true, true);
        ThreadTime.WakeOnTime();
        Audit.Begin();
        Loop.Pulse = this;
    }

    /// <summary>On the loop: the run does not take place.</summary>
    public void Abandon() => Close();

    /// <summary>On the loop: no further calls; those in flight get a second.</summary>
    public void Stop()
    {
        _pacer.Stop();
        _stragglers.HurryFrom(_clock.Now);
    }

    void ILoopPulse.Run()
    {
        ReadClock();
        if (!_isRunning || Now < 0)
        {
            return;
        }

        if (Now >= _recorder.IntervalEnd)
        {
            _recorder.RollAt(Now);
            Audit.OnInterval(_recorder.IntervalEnd);
        }

        _calls.EndThoseWithoutTime(Now);

        if (_mayStart && _pacer.NextDue <= Now)
        {
            StartDue();
        }

        EndIfDone();
    }

    public void ReadClock() => Now = _clock.Now;

    public void CountConnection() => Audit.Connections++;

    public void OnConnected()
    {
        Audit.OnBack(Now);
        _setup.Connected(null);
    }

    /// <summary>A connection can take calls again.</summary>
    public void OnFree() => _mayStart = true;

    public void OnDefect(Exception error) => _setup.Failures.Add((int)Wire.Grpc.StatusCode.Internal, $"the generator failed: {error}");

    /// <summary>Inside a connection: its stream has completed.</summary>
    public void OnCompleted(ConnectionSlot slot, LoadCall call) =>
        End(slot, call, call.Outcome(!Streams.CountsReceived, Target.ExpectedReplies.Count > 0), null);

    /// <summary>Inside a connection: its stream has ended in another way.</summary>
    public void OnBroken(ConnectionSlot slot, LoadCall call, Http2StreamEnd end, string? lost)
    {
        if (call.Cancelled == CancelReason.None && end is { Kind: Http2StreamEndKind.ResetByPeer, Code: Http2ErrorCode.NoError }
            && call.HasStatus)
        {
            // The server has answered before it read the request (RFC 9113 section 8.1).
            OnCompleted(slot, call);
            return;
        }

        var (outcome, text) = BrokenCalls.Explain(call.Cancelled, Target.Kind != MethodKind.Unary, end, lost);
        End(slot, call, outcome, text);
    }

    /// <summary>A call was given to a connection that failed before it was sent.</summary>
    public void OnNotSent(ConnectionSlot slot, LoadCall call, string reason)
    {
        var (outcome, text) = BrokenCalls.NotSent(call.Cancelled, reason);
        End(slot, call, outcome, text, mayStart: false);
    }

    /// <summary>A connection failed or was lost. Calls that are due fail as those of a channel do, unless another connection takes
    /// them.</summary>
    public void OnLost(ConnectionSlot slot, ConnectionFailure failure)
    {
        _setup.Connected(failure);
        if (!_isRunning || Now < 0 || _slots.Exists(s => s.IsOpen))
        {
            return;
        }

        ReadClock();
        if (Target.Channel != ChannelUse.PerCall)
        {
            Audit.OnAway(Now);
        }

        var most = _pacer.IsOpenLoop ? int.MaxValue : slot.Quota - slot.InFlight;
        while (most-- > 0 && _pacer.TryTake(Now, out var ticket))
        {
            Record(ticket, new CallCompletion((int)Wire.Grpc.StatusCode.Unavailable, Now, Now, 0, 0), failure.Reason);
        }
    }

    // The other workers stop, too.
    private void OnNoRequest(RequestDataException error)
    {
        Stop();
        _setup.NoRequest(error);
    }

    private long NextStep()
    {
        var next = Math.Min(Math.Min(_recorder.IntervalEnd, _stragglers.End), _calls.NextEnd);
        return _mayStart ? Math.Min(next, _pacer.NextDue) : next;
    }

    private void StartDue()
    {
        while (_pacer.NextDue <= Now)
        {
            if (FreeSlot() is not { } slot)
            {
                _mayStart = false;
                Audit.Limited |= _pacer.IsOpenLoop && (Target.Channel == ChannelUse.PerCall || _slots.Exists(s => s.IsOpen));
                break;
            }

            if (!_pacer.TryTake(Now, out var ticket))
            {
                break;
            }

            slot.Enqueue(Take(ticket));
        }

        foreach (var slot in _slots)
        {
            if (slot.HasQueued)
            {
                slot.Flush();
            }
        }
    }

    private ConnectionSlot? FreeSlot()
    {
        for (var i = 0; i < _slots.Count; i++)
        {
            var slot = _slots[_nextSlot];
            _nextSlot = _nextSlot + 1 == _slots.Count ? 0 : _nextSlot + 1;
            if (slot.IsFree)
            {
                return slot;
            }
        }

        return null;
    }

    private LoadCall Take(in CallTicket ticket)
    {
        var call = _pool.Count > 0 ? _pool.Pop() : new LoadCall();
        call.Begin(ticket, Now);
        _calls.Add(call);
        _stragglers.OnStarted(Now);
        Audit.OnStarted();
        return call;
    }

    private void End(ConnectionSlot slot, LoadCall call, int outcome, string? text, bool mayStart = true)
    {
        _calls.Remove(call);
        Audit.OnEnded();
        if (outcome != 0 && text is null && _setup.Failures.Needs(outcome))
        {
            text = call.Explain();
        }

        var now = Now;
        if (Target.Kind != MethodKind.Unary)
        {
            Streams.OnEnded(call, outcome == 0 || Target.Accepts(outcome), now);
        }

        Record(call.Ticket, new CallCompletion(outcome, call.Started, now, call.SentBytes, call.ReceivedBytes,
            _calls.HadItsTime(call, outcome, now)), text);
        call.Clear();
        _pool.Push(call);
        slot.OnCallEnded();
        if (mayStart && Target.Channel != ChannelUse.PerCall && slot.IsFree && _pacer.TryTake(Now, out var ticket))
        {
            var next = Take(ticket);
            if (!slot.TryStartNow(next))
            {
                slot.Enqueue(next);
            }
        }
        else
        {
            _mayStart = true;
        }
    }

    private void Record(in CallTicket ticket, in CallCompletion completion, string? text)
    {
        var counted = completion with { IsAccepted = Target.Accepts(completion.Outcome) };
        _recorder.Record(ticket, counted);
        Methods?.Record(ticket, counted);
        if (text is not null && completion.Outcome != 0 && _setup.Failures.Needs(completion.Outcome))
        {
            _setup.Failures.Add(completion.Outcome, text);
        }
    }

    private void EndIfDone()
    {
        if (!_pacer.IsOver(Now) || (!_stragglers.IsOver(Now) && (Audit.CallsInFlight > 0 || _pacer.NextDue != long.MaxValue)))
        {
            return;
        }

        // Of an open loop; those of a closed loop were not due.
        while (_pacer.IsOpenLoop && _pacer.TryTake(Now, out var waiting))
        {
            NotSent(waiting, Now, "the call still waited for a stream when the run ended");
        }

        _pacer.Stop();
        foreach (var slot in _slots)
        {
            while (slot.TryDropQueued(out var queued))
            {
                _calls.Remove(queued);
                NotSent(queued.Ticket, queued.Started, "the call still waited for a connection when the run ended");
            }
        }

        _calls.EndAll();
        _recorder.Complete();
        Audit.End(Now);
        Close();
        _setup.Completed(this);
    }

    private void NotSent(in CallTicket ticket, long started, string reason)
    {
        var (outcome, text) = BrokenCalls.NotSent(CancelReason.None, reason);
        Record(ticket, new CallCompletion(outcome, started, Now, 0, 0), text);
    }

    private void Close()
    {
        (_isRunning, IsDone) = (false, true);
        Loop.Pulse = null;
        _slots.ForEach(slot => slot.Dispose());
        Framer.Dispose();
        Headers.Dispose();
        LoadLoops.Return(Loop);
    }
}
