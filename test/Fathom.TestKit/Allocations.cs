namespace Fathom.TestKit;

/// <summary>What a piece of work allocates on the thread that does it.</summary>
public static class Allocations
{
    private const int MaxRounds = 20;

    /// <summary>
    /// The least that a round allocated, in bytes of managed memory. A round may fall together with the runtime's own doings (tiering, a
    /// pool that was trimmed); what every round allocates is the work's.
    /// </summary>
    /// <param name="round">The work, warmed up by whoever asks. It holds no assertion, which allocates.</param>
    /// <param name="enough">No further round is tried once one allocated so little.</param>
    public static long OfARound(Action round, long enough = 0)
    {
        ArgumentNullException.ThrowIfNull(round);
        var least = long.MaxValue;
        for (var i = 0; i < MaxRounds && least > enough; i++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            round();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
