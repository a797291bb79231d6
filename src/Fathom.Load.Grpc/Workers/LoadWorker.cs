using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
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

    private const long Millisecond = 1_000_000;

    private readonly WorkerSetup _setup;
    private readonly ICallPacer _pacer;
    private readonly CallRecorder _recorder;
    private readonly List<ConnectionSlot> _slots = [];
    private readonly CallList _inFlight = new();
    private readonly Stack<LoadCall> _pool = new();
    private readonly long _timeout;
    private readonly Straggler _stragglers;
    private RunClock _clock;
    private int _nextSlot;
    private int _started;
    private bool _mayStart;
    private bool _isRunning;

    public LoadWorker(EventLoop loop, WorkerSetup setup, IReadOnlyList<int> quotas)
    {
        (Loop, _setup) = (loop, setup);
        _pacer = setup.Pacer;
        _recorder = new CallRecorder(setup.Exchange, CallOutcomes.Count, _pacer.IsOpenLoop);
        Framer = new RequestFramer(Target.Requests.Open(), setup.IsRequestStreamed, Target.Server.Compression, OnNoRequest);
        ReplyLimits = new ReplyLimits(Target.Server.Compression.Codec, Target.Server.MaxReceiveMessageSize,
            Target.Server.Protocol);
        _timeout = Target.Deadline is { } deadline ? deadline.Ticks * TimeSpan.NanosecondsPerTick : long.MaxValue;
        _stragglers = new Straggler(_timeout);
        _slots.AddRange(quotas.Select(quota => new ConnectionSlot(this, quota)));
    }

    public EventLoop Loop { get; }

    public GrpcLoadTarget Target => _setup.Target;

    public HeaderTemplate Headers => _setup.Headers;

    public RequestFramer Framer { get; }

    /// <summary>What replies may be.</summary>
    public ReplyLimits ReplyLimits { get; }

    public bool IsReplyStreamed => _setup.IsReplyStreamed;

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

        while (_inFlight.First is { } first && Now - first.Started >= _timeout)
        {
            _inFlight.Remove(first);
            Cancel(first, CancelReason.Deadline);
        }

        if (_mayStart && _pacer.NextDue <= Now)
        {
            StartDue();
        }

        EndIfDone();
    }

    public void ReadClock() => Now = _clock.Now;

    public void CountConnection() => Audit.Connections++;

    public void OnConnected(ConnectionFailure? failure) => _setup.Connected(failure);

    /// <summary>A connection can take calls again.</summary>
    public void OnFree() => _mayStart = true;

    public void OnDefect(Exception error) => _setup.Failures.Add((int)Wire.Grpc.StatusCode.Internal, $"the generator failed: {error}");

    /// <summary>The reply that a call must have; null for any.</summary>
    public ExpectedReply? ExpectedReplyTo(LoadCall call) =>
        Target.ExpectedReplies is { Count: > 0 } replies ? replies[(int)(call.Ticket.Number % replies.Count)] : null;

    /// <summary>Inside a connection: its stream has completed.</summary>
    public void OnCompleted(ConnectionSlot slot, LoadCall call) =>
        End(slot, call, call.Outcome(!IsReplyStreamed, Target.ExpectedReplies.Count > 0), null);

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

        var (outcome, text) = BrokenCalls.Explain(call.Cancelled, end, lost);
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
        var most = _pacer.IsOpenLoop ? int.MaxValue : slot.Quota - slot.InFlight;
        while (most-- > 0 && _pacer.TryTake(Now, out var ticket))
        {
            Record(ticket, new CallCompletion((int)Wire.Grpc.StatusCode.Unavailable, Now, Now, 0, 0), failure.Reason);
        }
    }

    public void OnMessages(LoadCall call, int messages)
    {
        // Messages of one packet arrived together: the first had to be waited for.
        _recorder.RecordMessage(call.Ticket, Now - call.LastMessageAt);
        for (var i = 1; i < messages; i++)
        {
            _recorder.RecordMessage(call.Ticket, 0);
        }

        call.LastMessageAt = Now;
    }

    // The other workers stop, too.
    private void OnNoRequest(RequestDataException error)
    {
        Stop();
        _setup.NoRequest(error);
    }

    private long NextStep()
    {
        var next = Math.Min(_recorder.IntervalEnd, _stragglers.End);
        next = _inFlight.First is { } first && _timeout != long.MaxValue ? Math.Min(next, first.Started + _timeout) : next;
        return _mayStart ? Math.Min(next, _pacer.NextDue) : next;
    }

    private void StartDue()
    {
        while (_pacer.NextDue <= Now)
        {
            if (FreeSlot() is not { } slot)
            {
                _mayStart = false;
                Audit.Limited |= _pacer.IsOpenLoop;
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
        _inFlight.Add(call);
        _started++;
        return call;
    }

    // The server keeps the same deadline and may answer DEADLINE_EXCEEDED before the own timer ends; its timer counts in milliseconds.
    private bool HadItsTime(LoadCall call, int outcome, long now) => call.Cancelled == CancelReason.Deadline
        || (outcome == (int)StatusCode.DeadlineExceeded && now - call.Started >= _timeout - Millisecond);

    private void End(ConnectionSlot slot, LoadCall call, int outcome, string? text, bool mayStart = true)
    {
        _inFlight.Remove(call);
        _started--;
        if (outcome != 0 && text is null && _setup.Failures.Needs(outcome))
        {
            text = call.Explain();
        }

        var now = Now;
        Record(call.Ticket, new CallCompletion(outcome, call.Started, now, call.SentBytes, call.ReceivedBytes,
            HadItsTime(call, outcome, now)), text);
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
        _recorder.Record(ticket, completion);
        if (text is not null && completion.Outcome != 0 && _setup.Failures.Needs(completion.Outcome))
        {
            _setup.Failures.Add(completion.Outcome, text);
        }
    }

    private static void Cancel(LoadCall call, CancelReason reason)
    {
        call.Cancelled = reason;
        call.Connection?.Cancel(call, reason);
    }

    private void EndIfDone()
    {
        if (_pacer.NextDue != long.MaxValue)
        {
            return;
        }

        if (_started > 0 && !_stragglers.IsOver(Now))
        {
            return;
        }

        while (_inFlight.First is { } left)
        {
            _inFlight.Remove(left);
            Cancel(left, CancelReason.RunEnded);
            if (left.Connection is null)
            {
                var (outcome, text) = BrokenCalls.NotSent(CancelReason.None, "the call still waited for a connection when the run ended");
                Record(left.Ticket, new CallCompletion(outcome, left.Started, Now, 0, 0), text);
            }
        }

        _recorder.Complete();
        Audit.End(Now);
        Close();
        _setup.Completed(this);
    }

    private void Close()
    {
        (_isRunning, IsDone) = (false, true);
        Loop.Pulse = null;
        _slots.ForEach(slot => slot.Dispose());
        Framer.Dispose();
        LoadLoops.Return(Loop);
    }
}
