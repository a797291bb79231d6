namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// A thread of this process that wakes up every few ms and notes for how long it did not: what this machine delays is no stop of the
/// server. Owned by one probe.
/// </summary>
internal sealed class SchedulingDelayMonitor : IDisposable
{
    private static readonly TimeSpan Nap = TimeSpan.FromMilliseconds(3);

    private readonly TimeProvider _time;
    private readonly Thread _thread;
    private readonly List<StampSpan> _delays = [];
    private volatile bool _ends;

    public SchedulingDelayMonitor(TimeProvider time)
    {
        _time = time;
        _thread = new Thread(Run) { IsBackground = true, Name = "probe clock" };
        _thread.Start();
    }

    /// <summary>Ends the thread; when it slept longer than wanted, in ms after a timestamp.</summary>
    public IReadOnlyList<StampSpan> End()
    {
        Dispose();
        return _delays;
    }

    public void Dispose()
    {
        _ends = true;
        _thread.Join();
    }

    private void Run()
    {
        var last = _time.GetTimestamp();
        while (!_ends)
        {
            Thread.Sleep(Nap);
            var now = _time.GetTimestamp();
            _delays.Add(new StampSpan(last, now));
            last = now;
        }
    }
}

/// <summary>A span of time by its timestamps.</summary>
/// <param name="From">Timestamp of its beginning.</param>
/// <param name="To">Timestamp of its end; not before the beginning.</param>
internal readonly record struct StampSpan(long From, long To)
{
    /// <summary>What two spans share; null where they share nothing.</summary>
    public StampSpan? Overlap(StampSpan other)
    {
        var (from, to) = (Math.Max(From, other.From), Math.Min(To, other.To));
        return from < to ? new StampSpan(from, to) : null;
    }
}
