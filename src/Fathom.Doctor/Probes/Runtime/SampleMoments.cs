namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Tells samples of threads that were taken together from those of the next time. Not thread-safe.</summary>
internal sealed class SampleMoments
{
    // Stacks of one sample follow each other within microseconds.
    private const double BetweenMs = 3;

    private readonly HashSet<int> _threads = [];
    private double _last = double.NegativeInfinity;

    /// <summary>Whether a thread's sample is the first of a time. On a busy machine samples may follow each other at once: each has a
    /// thread once.</summary>
    /// <param name="ms">When it was taken, ms.</param>
    /// <param name="thread">The thread.</param>
    public bool IsNext(double ms, int thread)
    {
        var isNext = ms - _last > BetweenMs || _threads.Contains(thread);
        if (isNext)
        {
            _threads.Clear();
        }

        _threads.Add(thread);
        _last = ms;
        return isNext;
    }

    /// <summary>Begins anew: each trace has a time of its own.</summary>
    public void Begin()
    {
        _threads.Clear();
        _last = double.NegativeInfinity;
    }
}
