using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>What is known of a service whose calls at once take longer than one, before mechanisms are told apart. Times are medians in
/// milliseconds.</summary>
public sealed record BurstFacts : KnownServer
{
    // Calls of a wave end within this share of the time that one takes.
    private const double WaveShare = 0.4;

    // No-op calls that take this share of what calls at once take wait for the same.
    private const double SharedShare = 0.3;

    // Calls at once that wait take longer than one by this, and by this share of what they did at first.
    private const double MinGrowth = 1.3;
    private const double MinAsAtFirst = 0.3;

    // A call that takes longer than another by this takes long.
    private const double MinLong = 1.5;

    // Of times whose logarithms have a standard deviation of 0.08 the mean is 1.06 times that of which a quarter are shorter.
    private const double MinUneven = 1.15;

    // Of what calls at once take longer than one: a call of 1 ms that takes 10 while the code of a service is cold is none of those that
    // take 200.
    private const double MinOfGrowth = 0.1;

    // Of the time that a further call takes: calls that end within it ended together, and in groups where as many do.
    private const double ShortGap = 0.3;
    private const double ManyShortGaps = 0.3;

    // Groups differ by one where a call is lost to the next one, and the times between them by a fifth.
    private const double MoreAtFirst = 2;
    private const double NextGap = 1.2;

    private const double ManyOthers = 0.2;

    /// <summary>By how much more a call computes beside others than alone, at least, where that is more than caches and processors that two
    /// programs share: they made each take up to 1.42 times as long.</summary>
    internal const double MinCostly = 1.5;

    // Beside four programs that fill two processors one of 1,000 threads that woke up waited for one for 6.4 ms (without them 1.9).
    private const double LongestTurnMs = 6;

    // Calls that share processors end later than one alone: there is no first wave.
    private const double LateStart = 1.5;

    /// <summary>Begins with what is known of the server.</summary>
    public BurstFacts(KnownServer server)
        : base(server)
    {
    }

    /// <summary>PING to its acknowledgement.</summary>
    public required double PingMs { get; init; }

    /// <summary>A call to a method that does not exist.</summary>
    public required double NoOpMs { get; init; }

    /// <summary>A call, one at a time.</summary>
    public required double CallMs { get; init; }

    /// <summary>Times of single calls, over their median.</summary>
    public required IReadOnlyList<double> Singles { get; init; }

    /// <summary>How much the library's own time of a no-op call varies: half of it is within this, ms.</summary>
    public required double NoOpNoiseMs { get; init; }

    /// <summary>Calls at once.</summary>
    public required int Calls { get; init; }

    /// <summary>Time until all of them have ended.</summary>
    public required double BurstMs { get; init; }

    /// <summary>The shortest time of those that were made first, ms.</summary>
    public required double LeastBurstMs { get; init; }

    /// <summary>Time until as many no-op calls have ended.</summary>
    public required double NoOpBurstMs { get; init; }

    /// <summary>Share of the server's processors that other programs used beside the first calls at once; null where that is not
    /// read.</summary>
    public double? OthersShare => FirstUses.Count > 0 && Processors is { } all
        ? ServerUse.OthersShare([.. FirstUses.Select(u => ((ServerUse?)u.Use, u.Ms))], all) : null;

    /// <summary>Whether other programs use so much of the server's processors that what calls get of them depends on how many there
    /// are.</summary>
    public bool IsCrowded => OthersShare >= ManyOthers;

    /// <summary>The time that the method itself takes; with what no-op calls take beyond PING where those wait for each other,
    /// too.</summary>
    public double OwnMs =>
        Math.Max(CallMs - (NoOpBurstMs - NoOpMs > SharedShare * (BurstMs - CallMs) ? PingMs : NoOpMs), 0.001);

    /// <summary>The mean of what the method itself takes of single calls: well above that of half of them where some take many times as
    /// long.</summary>
    public double MeanOwnMs => OwnMs + ((Singles.Average() - 1) * CallMs);

    /// <summary>What the method itself takes of the longest of the shortest quarter of single calls.</summary>
    public double ShortOwnMs => OwnMs + ((ShortSingle - 1) * CallMs);

    /// <summary>Whether single calls differ so much that the longest of them decide when calls at once end: the mean of what the method
    /// itself takes is longer by this than that of the short ones, and beyond what the path varies by. Not where the whole server stops
    /// beside some of them.</summary>
    public bool AreSinglesUneven => !StopsAsAWhole && MeanOwnMs >= MinLong * ShortOwnMs && Singles.Average() >= MinUneven * ShortSingle;

    /// <summary>Whether a single call is one of the long ones, where these are uneven.</summary>
    public bool IsLongOfUneven(double callMs) =>
        callMs - CallMs + OwnMs > MinLong * ShortOwnMs && callMs > MinUneven * ShortSingle * CallMs;

    private double ShortSingle => Singles.Order().ElementAt(Singles.Count / 4);

    /// <summary>Processor time of the server's process for a call, one at a time, at most, ms; null where it is not read.</summary>
    public double? ComputedAloneMs { get; init; }

    /// <summary>The same of each of the first calls at once, ms; null where it is not read.</summary>
    public double? ComputedBesideMs => FirstUses.Count == 0 ? null : FirstUses.Sum(u => u.Use.CpuMs) / FirstMs.Count;

    /// <summary>The time of a call in which the server computes nothing for it, and for none of those that began with it: it is on its way,
    /// or waits, ms.</summary>
    public double LeavesMs => Math.Max(PingMs, CallMs - (ComputedAloneMs ?? CallMs));

    /// <summary>What the server did beside each of the first calls at once, and how long these took, ms; empty where its process is not
    /// read.</summary>
    public IReadOnlyList<(ServerUse Use, double Ms)> FirstUses { get; init; } = [];

    /// <summary>The most processors that the server used, or waited for, beside the first calls at once, without the part of a call in
    /// which it computes nothing; null where its process is not read.</summary>
    public double? FirstDemand =>
        FirstUses.Max(u => (double?)((u.Use.CpuMs + (u.Use.WaitedMs ?? 0)) / Math.Max(0.001, u.Ms - LeavesMs)));

    /// <summary>The largest share of the server's processors that other programs used beside the first calls at once, each time that they
    /// were made: those before may have waited for what was opened for them; null where that is not read.</summary>
    public double? OthersAtMost =>
        Processors is { } all ? FirstUses.Max(u => ServerUse.OthersShare([(u.Use, u.Ms)], all)) : null;

    /// <summary>Whether a call computes more beside others than alone.</summary>
    public bool IsCostlyBeside => ComputedBesideMs > MinCostly * ComputedAloneMs;

    /// <summary>Whether calls at once that took this long waited for what they waited for at first. Those that do not wait do not show what
    /// they would wait for: a pool that has grown delays no call.</summary>
    /// <param name="totalMs">How long they took, ms.</param>
    /// <param name="calls">How many they were.</param>
    public bool HasWaited(double totalMs, int calls)
    {
        // What any calls at once take of each other's time, unless no-op calls wait for the same.
        var each = NoOpStepMs < SharedShare * StepMs ? NoOpStepMs : 0;
        return totalMs >= Math.Max(MinGrowth * CallMs, IsCrowded ? CallMs + LongestTurnMs : 0)
            && totalMs - CallMs >= (calls - 1) * (each + (MinAsAtFirst * (StepMs - each)));
    }

    /// <summary>What each further call at once adds.</summary>
    public double StepMs => Math.Max(BurstMs - CallMs, 0.001) / (Calls - 1);

    /// <summary>What each further call at once adds where it adds the least, unless those hardly waited: the first ones may also wait for
    /// what is opened for them.</summary>
    public double LeastStepMs => LeastBurstMs >= MinGrowth * CallMs ? (LeastBurstMs - CallMs) / (Calls - 1) : StepMs;

    /// <summary>What each further no-op call at once adds.</summary>
    public double NoOpStepMs => Math.Max(NoOpBurstMs - NoOpMs, 0) / (Calls - 1);

    /// <summary>The time in which as many more are served as are served at a time: that between two groups of ends, where calls end in
    /// groups.</summary>
    public double TurnMs
    {
        get
        {
            var starts = StartsOf(EndMs);
            return EndsInGroups && starts.Count >= 3 ? Sample.Median([.. starts.Zip(starts.Skip(1), (a, b) => b - a)]) : Served * StepMs;
        }
    }

    /// <summary>When the calls at once ended, ascending, from their start.</summary>
    public required IReadOnlyList<double> EndMs { get; init; }

    /// <summary>The same of further calls at once, where these are short.</summary>
    public IReadOnlyList<IReadOnlyList<double>> FurtherEndMs { get; init; } = [];

    /// <summary>Whether calls at once end in groups.</summary>
    public bool EndsInGroups => ShortGaps(EndMs) >= ManyShortGaps;

    /// <summary>Share of calls at once that end together with the one before.</summary>
    /// <param name="endMs">When they ended, ascending, ms.</param>
    public double ShortGaps(IReadOnlyList<double> endMs)
    {
        ArgumentNullException.ThrowIfNull(endMs);
        // The first may have had what was left from before: tokens of a bucket.
        var ends = endMs.Skip(endMs.Count / 4).Take(endMs.Count / 2).ToList();
        return ends.Count < 2 ? 0 : (double)ends.Zip(ends.Skip(1)).Count(p => p.Second - p.First < ShortGap * StepMs) / (ends.Count - 1);
    }

    /// <summary>Times of the calls of all first calls at once, ms.</summary>
    public required IReadOnlyList<double> FirstMs { get; init; }

    /// <summary>Threads that the server added meanwhile; null where its process is not read.</summary>
    public int? ThreadsAdded =>
        FirstUses.Count > 0 && FirstUses.All(u => u.Use.ThreadsAdded is not null) ? FirstUses.Sum(u => u.Use.ThreadsAdded) : null;

    /// <summary>The longest time of PING beside each of the first calls at once, sent again and again, ms; empty where none was
    /// timed.</summary>
    public IReadOnlyList<double> FirstPingsMs { get; init; } = [];

    /// <summary>Share of the time of the first calls at once in which the server's process was held back by a quota; null where its process
    /// is not read.</summary>
    public double? FirstThrottled =>
        FirstUses.Count == 0 ? null : FirstUses.Sum(u => u.Use.ThrottledMs ?? 0) / FirstUses.Sum(u => u.Ms);

    /// <summary>What half of the calls at once take longer than one for what all of them compute, ms: what the first of them does, where
    /// they compute beside each other, and what no-op calls do, one after the other.</summary>
    public double ComputedMs => Math.Max(0, EndMs[0] - CallMs) + (NoOpStepMs * Calls / 2);

    /// <summary>Whether a call takes long, beside others, and as long as matters to the time of calls at once.</summary>
    public bool TakesLong(double callMs) => TakesLong(callMs, CallMs) && callMs - CallMs > MinOfGrowth * (BurstMs - CallMs);

    /// <summary>Of all pairs of one of the calls at once and a single one, the share in which the former takes longer.</summary>
    public double AboveSingle(IReadOnlyList<double> endMs) =>
        endMs.Average(e => Singles.Average(s => TakesLong(e, s * CallMs) ? 1.0 : 0));

    /// <summary>How long the longest of some calls takes on average where none waits for another, by the times of single ones,
    /// ms.</summary>
    /// <param name="calls">How many, from 1.</param>
    public double LongestOf(int calls) => CallMs * Singles.Order().Select((single, i) =>
        single * (Math.Pow((i + 1.0) / Singles.Count, calls) - Math.Pow((double)i / Singles.Count, calls))).Sum();

    /// <summary>About how many calls are served at a time: those of the first wave, where calls end in waves.</summary>
    public int Served => EndMs[0] < LateStart * CallMs && FirstWave is var wave && wave < Calls ? wave
        : Math.Clamp((int)Math.Round(OwnMs / StepMs), 1, Calls);

    /// <summary>How many calls at once end about when the first one does, or as many tokens were there for them.</summary>
    public int EndFirst => Math.Max(FirstWave, EndMs.Count(e => e <= EndMs[0] + Math.Max(ShortGap * StepMs, SpreadMs)));

    /// <summary>Whether more of them end first than end together later, and the next one as soon as one does later: as where tokens were
    /// saved up. Those that give a place to the next ones take as long again.</summary>
    public bool EndsMoreAtFirst
    {
        get
        {
            var (first, later) = (EndMs.Take(EndFirst).Last(), EndMs.Skip(EndFirst).ToList());
            var starts = StartsOf(later);
            return EndFirst > MoreAtFirst * later.Count / Math.Max(1, starts.Count)
                && (starts.Count < 2 || starts[0] - first <= NextGap * (starts[^1] - starts[0]) / (starts.Count - 1));
        }
    }

    // Calls may wait for something else before their turn, so that a turn takes less time than a call: as long as a wave takes, at the
    // rate at which calls end. Waves closer to each other than single calls vary by are not told apart.
    private int FirstWave => (int)Math.Round(Sample.Median([WaveOf(EndMs), .. FurtherEndMs.Select(e => (double)WaveOf(e))]));

    private bool TakesLong(double callMs, double otherMs) => callMs > (MinLong * otherMs) + ComputedMs;

    // The first end of each group.
    private List<double> StartsOf(IReadOnlyList<double> endMs) =>
        [.. endMs.Where((e, i) => i == 0 || e - endMs[i - 1] >= ShortGap * StepMs)];

    // By how much single calls differ.
    private double SpreadMs => (Singles.Max() - Singles.Min()) * CallMs;

    private int WaveOf(IReadOnlyList<double> endMs)
    {
        var (width, least) = (WaveShare * OwnMs, SpreadMs);
        while (true)
        {
            var wave = endMs.Count(e => e <= endMs[0] + width);
            var next = Math.Max(WaveShare * wave * StepMs, least);
            if (next >= width)
            {
                return wave;
            }

            width = next;
        }
    }

    /// <summary>Whether calls run on the .NET thread pool.</summary>
    public bool IsDotNet => Library == "Grpc.AspNetCore";

    /// <summary>Whether a proxy that speaks HTTP/2 stands before the server.</summary>
    public bool HasProxy => Proxy is not null || SpeaksOwnHttp2 == false;

    /// <summary>Whether PING is answered by threads that no code of the application stops: the C core's own, or a proxy's.</summary>
    public bool AnswersPingOutside => IsCCore || HasProxy;

    /// <summary>Whether PING is answered on threads of the pool that serves calls.</summary>
    public bool AnswersPingOnPool => IsDotNet && Proxy is null && SpeaksOwnHttp2 == true;

    /// <summary>Whether the library is that of C++, Python, Ruby and PHP, whose calls run on threads or on one event loop
    /// (asyncio).</summary>
    public bool IsCCore => Library == "gRPC C core";

    /// <summary>Whether all calls run on one event loop.</summary>
    public bool IsNode => Library == "grpc-js";

    /// <summary>Whether every call has a thread of its own that costs little.</summary>
    public bool IsGo => Library == "grpc-go";
}
