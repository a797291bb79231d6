namespace Fathom.TestKit.Worlds;

/// <summary>Starts a wait. Returns true where it is over at once; otherwise the action runs when it is over.</summary>
/// <param name="resume">Continues what waits.</param>
public delegate bool Wait(Action resume);

/// <summary>Virtual time: runs actions in the order of their times, and actions of one time in the order in which they were added. A
/// process of many steps is an iterator whose elements are the waits between its steps. Not thread-safe.</summary>
public sealed class EventQueue
{
    private readonly PriorityQueue<Action, (double TimeMs, long Number)> _events = new();
    private long _added;

    /// <summary>The time, ms.</summary>
    public double NowMs { get; private set; }

    /// <summary>Runs an action at a time; at once where that is past.</summary>
    public void At(double timeMs, Action action) => _events.Enqueue(action, (Math.Max(timeMs, NowMs), _added++));

    /// <summary>Runs an action after a while.</summary>
    public void After(double ms, Action action) => At(NowMs + ms, action);

    /// <summary>A wait for a length of time.</summary>
    public Wait Delay(double ms) => resume =>
    {
        if (ms <= 0)
        {
            return true;
        }

        After(ms, resume);
        return false;
    };

    /// <summary>Starts a process.</summary>
    /// <param name="process">Its waits.</param>
    /// <param name="ended">Runs when it has ended.</param>
    public void Start(IEnumerable<Wait> process, Action ended)
    {
        var steps = process.GetEnumerator();
        Continue();

        void Continue()
        {
            while (steps.MoveNext())
            {
                if (!steps.Current(Continue))
                {
                    return;
                }
            }

            steps.Dispose();
            ended();
        }
    }

    /// <summary>Runs events until a condition holds.</summary>
    /// <exception cref="InvalidOperationException">Nothing is left that could make it hold.</exception>
    public void RunUntil(Func<bool> holds)
    {
        while (!holds())
        {
            if (!RunNext(double.PositiveInfinity))
            {
                throw new InvalidOperationException("No event is left, and what is waited for has not happened.");
            }
        }
    }

    /// <summary>Runs all events until a time.</summary>
    public void RunTo(double timeMs)
    {
        while (RunNext(timeMs))
        {
        }

        NowMs = Math.Max(NowMs, timeMs);
    }

    private bool RunNext(double untilMs)
    {
        if (!_events.TryPeek(out _, out var due) || due.TimeMs > untilMs)
        {
            return false;
        }

        var action = _events.Dequeue();
        NowMs = due.TimeMs;
        action();
        return true;
    }
}
