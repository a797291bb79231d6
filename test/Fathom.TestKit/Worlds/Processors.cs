namespace Fathom.TestKit.Worlds;

/// <summary>Processors that are shared equally by all that compute on them; with a quota of processor time in each period, neighbours that
/// always compute, and pauses in which nothing does.</summary>
/// <param name="events">Virtual time.</param>
/// <param name="count">How many there are.</param>
public sealed class Processors(EventQueue events, double count)
{
    // Of a millisecond: what is left after additions of doubles.
    private const double Nothing = 1e-9;

    // All compute at one rate: who needs least beyond what all have had ends first.
    private readonly PriorityQueue<Action, (double EndsAt, long Number)> _jobs = new();
    private double _sharedMs;
    private double _updatedMs;
    private double _idleMs;
    private double _quotaMs = double.PositiveInfinity;
    private double _quotaLeftMs = double.PositiveInfinity;
    private double _periodMs;
    private bool _isPaused;
    private bool _isStopped;
    private long _added;
    private int _plan;
    private int _others;

    /// <summary>How many there are.</summary>
    public double Count { get; set; } = count;

    /// <summary>Other programs that compute on them all the time.</summary>
    public int Neighbours { get; set; }

    /// <summary>Processor time used so far, ms.</summary>
    public double UsedMs { get; private set; }

    /// <summary>Time in which something could have computed, and waited for a processor, ms.</summary>
    public double WaitedMs { get; private set; }

    /// <summary>Time in which nothing computed on them, all added up, ms.</summary>
    public double IdleMs
    {
        get
        {
            Update();
            return _idleMs;
        }
    }

    /// <summary>Time in which the quota was used up, ms.</summary>
    public double ThrottledMs { get; private set; }

    private double Rate => _isStopped || _jobs.Count == 0 ? 0 : Math.Min(1, Count / (_jobs.Count + Neighbours));

    /// <summary>Sets a quota.</summary>
    /// <param name="quotaMs">Processor time in each period.</param>
    /// <param name="periodMs">The period.</param>
    /// <param name="phaseMs">When the first period begins.</param>
    public void SetQuota(double quotaMs, double periodMs, double phaseMs)
    {
        (_quotaMs, _quotaLeftMs, _periodMs) = (quotaMs, quotaMs, periodMs);
        events.At(phaseMs, BeginPeriod);
    }

    /// <summary>Stops all that computes for a while, as a garbage collector does.</summary>
    public void Pause(double ms)
    {
        Update();
        _isPaused = _isStopped = true;
        Plan();
        events.After(ms, () =>
        {
            Update();
            _isPaused = false;
            _isStopped = _quotaLeftMs <= 0;
            Plan();
        });
    }

    /// <summary>A wait until something has had so much processor time.</summary>
    /// <param name="ms">How much.</param>
    /// <param name="isOther">Whether it is another program, whose time is not counted.</param>
    public Wait Compute(double ms, bool isOther = false) => resume =>
    {
        if (ms <= 0)
        {
            return true;
        }

        Update();
        _others += isOther ? 1 : 0;
        _jobs.Enqueue(isOther ? () => EndOther(resume) : resume, (_sharedMs + ms, _added++));
        Plan();
        return false;
    };

    private void EndOther(Action resume)
    {
        _others--;
        resume();
    }

    private void BeginPeriod()
    {
        Update();
        _quotaLeftMs = _quotaMs;
        _isStopped = _isPaused;
        Plan();
        events.After(_periodMs, BeginPeriod);
    }

    private void Update()
    {
        var passed = events.NowMs - _updatedMs;
        _updatedMs = events.NowMs;
        if (passed <= 0)
        {
            return;
        }

        var rate = Rate;
        var own = _jobs.Count - _others;
        var used = rate * passed * own;
        _sharedMs += rate * passed;
        // A collector computes on one of them meanwhile.
        UsedMs += _isPaused ? passed : used;
        _quotaLeftMs -= used;
        WaitedMs += _isStopped ? 0 : (1 - rate) * passed * own;
        _idleMs += passed * Math.Max(0, Count - Neighbours - (_isPaused ? 1 : _isStopped ? 0 : _jobs.Count));
        ThrottledMs += _isStopped && !_isPaused ? passed : 0;
    }

    // A plan is for the next time that something ends or the quota does; a later plan replaces it.
    private void Plan()
    {
        var plan = ++_plan;
        if (Rate is var rate && rate <= 0)
        {
            return;
        }

        _jobs.TryPeek(out _, out var first);
        var untilEnd = Math.Max(0, first.EndsAt - _sharedMs) / rate;
        var untilQuota = double.IsInfinity(_quotaLeftMs) ? double.PositiveInfinity : Math.Max(0, _quotaLeftMs) / (rate * _jobs.Count);
        events.After(Math.Min(untilEnd, untilQuota), () =>
        {
            if (plan == _plan)
            {
                Carry(plan);
            }
        });
    }

    private void Carry(int plan)
    {
        Update();
        _isStopped |= _quotaLeftMs <= Nothing;
        while (_jobs.TryPeek(out var ended, out var job) && job.EndsAt <= _sharedMs + Nothing)
        {
            _jobs.Dequeue();
            ended();
        }

        if (plan == _plan)
        {
            Plan();
        }
    }
}
