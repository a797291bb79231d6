using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>The share of the time of calls in which a thread of a server waited for something in the kernel, beyond that of pauses but
/// for pipes.</summary>
/// <param name="For">What for.</param>
/// <param name="Share">The share, 0 to 1.</param>
internal readonly record struct WaitShare(KernelWait For, double Share)
{
    // The scheduler of Go has a thread that sleeps for up to 10 ms, again and again, while others compute. Looks are 5 ms apart, so that
    // shorter waits for events cannot be told to have lasted to their limit.
    private const double LongestOfSchedulerMs = 11;

    // Of a call: who looks again and again whether an answer is there has many shorter ones.
    private const double LeastOfOne = 0.5;

    /// <summary>Reads them.</summary>
    /// <param name="rows">Looks while calls were served, and in pauses.</param>
    /// <param name="awaited">The largest share in which an answer was awaited. Who awaits one may look again and again whether it is there,
    /// and a timer is over each time: that is none that is waited for, unless one lasts for most of each call.</param>
    /// <returns>Those above 0, the largest first.</returns>
    public static IReadOnlyList<WaitShare> Of(IReadOnlyList<LookRow> rows, double awaited)
    {
        var shares = new LookShares<HashSet<KernelWait>>(rows, WaitsOf);
        var least = rows.Where(r => r.IsCalling).All(HasLongTimer) ? 0 : awaited;
        return
        [
            // A full pipe stays full in pauses, and no thread waits for one without need.
            .. Enum.GetValues<KernelWait>()
                .Select(w => new WaitShare(w, w == KernelWait.Pipe
                    ? shares.WhileServed(s => s.Contains(w)) : shares.BeyondPauses(s => s.Contains(w))))
                .Where(w => w.Share > (w.For == KernelWait.Events ? least : 0)).OrderByDescending(w => w.Share),
        ];
    }

    // Of each look between the first and the last.
    private static IEnumerable<HashSet<KernelWait>> WaitsOf(LookRow row)
    {
        var lasted = Lasted(row);
        return row.Looks.Skip(1).SkipLast(1)
            .Select(l => l.Waits.Where(w => Counts(row.Looks, w, lasted[w])).Select(w => w.For).ToHashSet());
    }

    private static bool HasLongTimer(LookRow row) => Lasted(row).Any(w => w.Key.For == KernelWait.Events
        && Counts(row.Looks, w.Key, w.Value) && Ms(row.Looks, w.Value) >= LeastOfOne * row.LengthMs);

    // In which looks each was seen first and last.
    private static Dictionary<ThreadWait, (int First, int Last)> Lasted(LookRow row) =>
        row.Looks.SelectMany((look, i) => look.Waits.Select(w => (Wait: w, At: i))).GroupBy(w => w.Wait, w => w.At)
            .ToDictionary(w => w.Key, w => (w.Min(), w.Max()));

    private static bool Counts(IReadOnlyList<ServerLook> looks, ThreadWait wait, (int First, int Last) seen) =>
        wait.For is not (KernelWait.Sleep or KernelWait.Events)
        || (Ms(looks, seen) > LongestOfSchedulerMs && (wait.For == KernelWait.Sleep || LastsToLimit(looks, wait, seen)));

    // It began and ended between two looks. What was waited for before the calls says nothing of these.
    private static bool LastsToLimit(IReadOnlyList<ServerLook> looks, ThreadWait wait, (int First, int Last) seen) => seen.First > 0
        && seen.Last < looks.Count - 1 && looks[seen.Last + 1].AtMs - looks[seen.First - 1].AtMs >= wait.LimitMs;

    private static double Ms(IReadOnlyList<ServerLook> looks, (int First, int Last) seen) => looks[seen.Last].AtMs - looks[seen.First].AtMs;
}
