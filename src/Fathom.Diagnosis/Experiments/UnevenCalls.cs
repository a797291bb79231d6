using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>Calls, one at a time, a few of which take much longer than the others.</summary>
/// <param name="Share">The part of their time that they would save if those took as long as half of the calls do, 0 to 1.</param>
/// <param name="TakeLong">How many take long.</param>
/// <param name="All">Of how many.</param>
/// <param name="MedianMs">How long half of the calls take, ms.</param>
/// <param name="LongMs">How long half of those that take long take, ms.</param>
public sealed record UnevenCalls(double Share, int TakeLong, int All, double MedianMs, double LongMs)
{
    /// <summary>Of two calls that start one after the other, one of which takes long, how often both do at most where calls take long by
    /// themselves. These are a quarter of all at most, so that it is one case of seven.</summary>
    public const double PairsAlone = 0.35;

    /// <summary>The same where all calls in flight take long together, at least.</summary>
    public const double PairsTogether = 0.65;

    // Twice as long as half of the calls. Where more than a quarter are, neighbours are by chance, too.
    private const double LongTimes = 2;
    private const double MaxLong = 0.25;

    // Less is the noise of machines, or not worth to look for.
    private const double MinExcessMs = 5;
    private const int MinCalls = 3;
    private const double MinShare = 0.1;

    // One alone is looked for again where it is no hiccup of a machine.
    private const double MinExcessOfOneMs = 20;
    private const double MinShareOfOne = 0.03;

    // False answers of both tests together: one in 25.
    private const double Level = 0.02;

    /// <summary>Calls in flight while they were made.</summary>
    public int AtOnce { get; init; } = 1;

    /// <summary>Whether calls to a method that does not exist take long now and then, too.</summary>
    public bool AreOfAll { get; init; }

    /// <summary>When the calls of a row with several in flight began, and how long each took, ms; empty where none was made.</summary>
    public IReadOnlyList<(double AtMs, double CallMs)> Row { get; init; } = [];

    /// <summary>How often both of two calls in a row take long, of those of which one does, several at a time; null where that was not
    /// seen.</summary>
    public ShareReading? Pairs { get; init; }

    /// <summary>Whether calls in flight take long together; null where that was not told apart.</summary>
    public bool? AreTogether => Pairs is null ? null
        : Pairs.PValue(new(Pairs.Of, double.NegativeInfinity, PairsAlone, "")) <= Level ? true
        : Pairs.PValue(new(Pairs.Of, PairsTogether, double.PositiveInfinity, "")) <= Level ? false : null;

    /// <summary>Those of some calls; null where they are even.</summary>
    /// <param name="callMs">Their times, ms.</param>
    public static UnevenCalls? Of(IReadOnlyList<double> callMs) => Of(callMs, MinCalls, MinShare);

    /// <summary>Whether one of some calls took so long that others may, too: what stands still for some time every few seconds makes one
    /// call long, where these are made one at a time.</summary>
    /// <param name="callMs">Their times, ms.</param>
    public static bool MayBe(IReadOnlyList<double> callMs) => Of(callMs, least: 1, MinShareOfOne) is { } one
        && one.LongMs - one.MedianMs >= MinExcessOfOneMs;

    /// <summary>Whether others take as much longer than half of themselves do, and at least half as often.</summary>
    /// <param name="otherMs">Their times, ms.</param>
    /// <param name="share">The part of these calls' excess that is as much.</param>
    public bool IsAsOften(IReadOnlyList<double> otherMs, double share)
    {
        ArgumentNullException.ThrowIfNull(otherMs);
        var limit = otherMs.Count == 0 ? 0 : Sample.Median([.. otherMs]) + (share * (LongMs - MedianMs));
        return otherMs.Count > 0 && otherMs.Count(o => o > limit) * 2.0 * All >= TakeLong * (double)otherMs.Count;
    }

    /// <summary>The same, with what a row of calls shows of those in flight together.</summary>
    /// <param name="row">The row.</param>
    /// <param name="atOnce">Calls in flight.</param>
    public UnevenCalls Beside(ServiceTrialResult row, int atOnce)
    {
        ArgumentNullException.ThrowIfNull(row);
        return this with
        {
            Pairs = PairsOf(row, atOnce), Row = [.. row.CallMs.Zip(row.EndMs).Select(c => (c.Second - c.First, c.First)).Order()],
        };
    }

    private static UnevenCalls? Of(IReadOnlyList<double> callMs, int least, double leastShare)
    {
        ArgumentNullException.ThrowIfNull(callMs);
        if (callMs.Count == 0)
        {
            return null;
        }

        var median = Sample.Median([.. callMs]);
        var longer = callMs.Where(c => IsLong(c, median)).ToList();
        return longer.Count >= least && longer.Sum(c => c - median) / callMs.Sum() is var share && share >= leastShare
            ? new(share, longer.Count, callMs.Count, median, Sample.Median([.. longer])) : null;
    }

    /// <summary>Whether a call takes long.</summary>
    /// <param name="callMs">The call, ms.</param>
    /// <param name="medianMs">How long half of them take, ms.</param>
    public static bool IsLong(double callMs, double medianMs) => callMs > LongTimes * medianMs && callMs - medianMs >= MinExcessMs;

    /// <summary>Looks at pairs of calls in a row; null where none takes long, or too many do.</summary>
    /// <param name="row">The calls, with the same number in flight.</param>
    /// <param name="atOnce">How many.</param>
    public static ShareReading? PairsOf(ServiceTrialResult row, int atOnce)
    {
        ArgumentNullException.ThrowIfNull(row);
        var longMs = LongTimes * Sample.Median([.. row.CallMs]);
        // In the order in which they started, without those that did together.
        List<bool> areLong = [.. row.CallMs.Zip(row.EndMs).OrderBy(c => c.Second - c.First).Skip(atOnce).Select(c => c.First > longMs)];
        var pairs = areLong.Chunk(2).Where(p => p.Length == 2 && (p[0] || p[1])).ToList();
        return pairs.Count == 0 || areLong.Count(l => l) > MaxLong * areLong.Count ? null
            : new ShareReading(Contrast.LongPairs, pairs.Count(p => p[0] && p[1]), pairs.Count);
    }
}
