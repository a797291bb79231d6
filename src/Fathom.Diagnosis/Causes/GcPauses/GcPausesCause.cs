using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.GcPauses;

/// <summary>
/// <c>gc-pauses</c>: the garbage collector stops all threads for a large share of the time. Proven by a larger generation 0, which
/// changes nothing but the number of collections; visible in their number and pauses.
/// </summary>
public sealed class GcPausesCause() : Cause(Name, provenBy: [WatchQuantities.Gen0Budget])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "gc-pauses";

    // A larger generation 0 has taken effect where collections are at most half as many.
    private const double MinReduction = 2;

    private const string InducedFix = """
        // no GC.Collect() on the path of a call: the runtime collects when it pays
        // (GC.Collect in your code, or in a library that it calls)
        """;

    private const string Fix = """
        // allocate less on the path of a call: reuse buffers, keep arrays below 85,000 bytes,
        // hold large data outside of what every collection has to walk
        var buffer = ArrayPool<byte>.Shared.Rent(size);
        // or give the collector room, in runtimeconfig.json
        "configProperties": { "System.GC.Gen0Size": 268435456 }
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [WatchQuantities.Collections, WatchQuantities.PauseTime, WatchQuantities.Watched];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [.. RequiredInStudy, WatchQuantities.LongestPause];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => StoppedRuntime.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => StoppedRuntime.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = ShareOf(seen);
        var pauses = $"{FigureText.Whole(seen.Value(WatchQuantities.Collections))} collections stopped all threads for "
            + $"{FigureText.Number(100 * share)} % of the time, the longest for "
            + FigureText.Duration(seen.Value(WatchQuantities.LongestPause));
        return share < Screening.MinShare
            ? Screening.RuleOut(pauses)
            : InducedCollections.AreMost(seen)
            ? Screening.Suspected(share, $"{pauses}; the program asked for "
                + $"{FigureText.Whole(seen.Value(WatchQuantities.InducedCollections))} of them (GC.Collect)", InducedFix,
                "the same without GC.Collect, in the code")
            : Screening.Suspected(share, pauses, Fix, "a larger generation 0: DOTNET_GCgen0size=10000000");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var (before, after) = (comparison.Baseline, comparison.Counterfactual);
        var collections = before.Value(WatchQuantities.Collections);
        if (ShareOf(before) < Screening.MinShare
            || after.Find(WatchQuantities.Collections) is not { Value: var fewer }
            || collections < MinReduction * fewer)
        {
            return null;
        }

        return new Conclusion(
            $"The garbage collector stops the program: {FigureText.Duration(comparison.Before)} with {FigureText.Whole(collections)} "
                + $"collections, and {FigureText.Duration(comparison.After)} with {FigureText.Whole(fewer)}, which a generation 0 of "
                + $"{comparison.Change.To} leaves, and nothing else changed.",
            Fix);
    }

    private static double ShareOf(Evidence seen) => seen.Value(WatchQuantities.PauseTime) / seen.Value(WatchQuantities.Watched);
}
