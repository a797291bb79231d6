using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>A pool of threads for which work waits. That of .NET grows while work waits behind blocked threads, and shrinks when it is
/// idle; others keep their size.</summary>
public sealed class SimulatedThreadPool
{
    private const int MaxThreads = 1_000;
    private const double IdleMs = 20;

    // Where threads block on tasks it adds one at once until there are twice as many as it started with, and then each time later by
    // 25 ms for as many as that; where they block on something else, two a second.
    private const double FirstDelayMs = 0.05;
    private const double DelayStepMs = 25;
    private const double MaxDelayMs = 250;
    private const double StarvedDelayMs = 500;

    private readonly EventQueue _events;
    private readonly SeededRandom _random;
    private readonly int _minThreads;
    private readonly bool _grows;
    private readonly Queue<Action> _waiting = new();
    private int _busy;
    private int _blocked;
    private int _added;
    private bool _isAdding;
    private double _usedMs;

    /// <summary>Creates a pool.</summary>
    /// <param name="events">Virtual time.</param>
    /// <param name="random">When it shrinks, and by how much.</param>
    /// <param name="minThreads">Threads that it starts with and always keeps.</param>
    /// <param name="grows">Whether it grows.</param>
    public SimulatedThreadPool(EventQueue events, SeededRandom random, int minThreads, bool grows)
    {
        (_events, _random, _minThreads, _grows) = (events, random, minThreads, grows);
        Threads = minThreads;
    }

    /// <summary>Threads.</summary>
    public int Threads { get; private set; }

    /// <summary>Whether it sees that threads block.</summary>
    public bool SeesBlocking { get; init; } = true;

    /// <summary>Whether it keeps the threads that it added.</summary>
    public bool Keeps { get; init; }

    /// <summary>A wait for a thread, which is held until <see cref="Release"/>.</summary>
    public Wait Acquire() => resume =>
    {
        Shrink();
        if (_busy < Threads)
        {
            _busy++;
            return true;
        }

        _waiting.Enqueue(resume);
        Grow();
        return false;
    };

    /// <summary>Gives a thread to the next that waits.</summary>
    public void Release()
    {
        _usedMs = _events.NowMs;
        if (_busy <= Threads && _waiting.TryDequeue(out var next))
        {
            next();
        }
        else
        {
            _busy--;
        }
    }

    /// <summary>A thread blocks.</summary>
    public void Block()
    {
        _blocked++;
        Grow();
    }

    /// <summary>A thread no longer blocks.</summary>
    public void Unblock() => _blocked--;

    // Hill climbing takes threads away. Whether it does varied: of examinations of one service whose calls block for 200 ms, some had calls
    // at once that took as long again and again, some those that no longer waited.
    private void Shrink()
    {
        if (!_grows || Keeps || Threads <= _minThreads || _events.NowMs - _usedMs < IdleMs)
        {
            return;
        }

        if (_busy == 0 && _random.NextDouble() < 0.5)
        {
            Threads = Math.Max(_minThreads, (int)(Threads * (0.2 + (0.8 * _random.NextDouble()))));
            _added = 0;
        }

        _usedMs = _events.NowMs;
    }

    private void Grow()
    {
        if (!_grows || _isAdding || Threads >= MaxThreads || _waiting.Count == 0)
        {
            return;
        }

        _isAdding = true;
        _events.After(DelayMs(), () =>
        {
            _isAdding = false;
            if (_waiting.Count > 0)
            {
                Threads++;
                if (_busy < Threads && _waiting.TryDequeue(out var next))
                {
                    _busy++;
                    next();
                }
            }

            Grow();
        });
    }

    private double DelayMs()
    {
        if (_blocked == 0 || !SeesBlocking)
        {
            return StarvedDelayMs;
        }

        return Threads < 2 * _minThreads ? FirstDelayMs : Math.Min(MaxDelayMs, DelayStepMs * Math.Ceiling((double)++_added / _minThreads));
    }
}
