using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>The share of the time of calls in which a thread of a server waited for something in the kernel, beyond that of pauses but
/// for pipes.</summary>
/// <param name="For">What for.</param>
/// <param name="Share">The share, 0 to 1.</param>
internal readonly record struct WaitShare(KernelWait For, double Share)
{
    // The scheduler of Go has a thread that sleeps for up to 10 ms, again and again, while others compute.
    private const double LongestOfSchedulerMs = 11;

    /// <summary>Reads them.</summary>
    /// <param name="rows">Looks while calls were served, and in pauses.</param>
    /// <returns>Those above 0, the largest first.</returns>
    public static IReadOnlyList<WaitShare> Of(IReadOnlyList<LookRow> rows)
    {
        var shares = new LookShares<HashSet<KernelWait>>(rows, WaitsOf);
        return
        [
            // A full pipe stays full in pauses, and no thread waits for one without need.
            .. Enum.GetValues<KernelWait>()
                .Select(w => new WaitShare(w, w == KernelWait.Pipe
                    ? shares.WhileServed(s => s.Contains(w)) : shares.BeyondPauses(s => s.Contains(w))))
                .Where(w => w.Share > 0).OrderByDescending(w => w.Share),
        ];
    }

    // Of each look between the first and the last.
    private static IEnumerable<HashSet<KernelWait>> WaitsOf(LookRow row)
    {
        var lasted = row.Looks.SelectMany(l => l.Waits.Select(w => (Wait: w, l.AtMs))).GroupBy(w => w.Wait, w => w.AtMs)
            .ToDictionary(w => w.Key, w => w.Max() - w.Min());
        return row.Looks.Skip(1).SkipLast(1).Select(l => l.Waits
            .Where(w => w.For != KernelWait.Sleep || lasted[w] > LongestOfSchedulerMs).Select(w => w.For).ToHashSet());
    }
}
