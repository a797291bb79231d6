using System.Collections.Concurrent;

namespace Fathom.Load.Counting;

/// <summary>Takes full tallies from workers and gives them empty ones, once per interval. Thread-safe. The number of tallies settles at
/// about two per worker: memory does not grow with the number of calls.</summary>
/// <param name="outcomes">The number of outcomes that a call can have.</param>
public sealed class TallyExchange(int outcomes)
{
    private readonly ConcurrentQueue<CallTally> _full = new();
    private readonly ConcurrentQueue<CallTally> _empty = new();

    /// <summary>An empty tally.</summary>
    public CallTally Rent() => _empty.TryDequeue(out var tally) ? tally : new CallTally(outcomes);

    /// <summary>A worker hands over a tally, which it no longer uses.</summary>
    public void HandOver(CallTally tally) => _full.Enqueue(tally);

    /// <summary>Takes a tally that was handed over.</summary>
    public bool TryTake(out CallTally tally) => _full.TryDequeue(out tally!);

    /// <summary>Gives back a tally that was taken.</summary>
    public void Return(CallTally tally)
    {
        ArgumentNullException.ThrowIfNull(tally);
        tally.Clear();
        _empty.Enqueue(tally);
    }
}
