using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CpuQuotaThrottling;

/// <summary>
/// <c>cpu-quota-throttling</c>: a limit of processor time stops the whole process for the rest of a period (100 ms by default) once the
/// period's share is used up. Proven by a larger limit; visible in the time that the kernel counts as throttled.
/// </summary>
public sealed class CpuQuotaThrottlingCause() : Cause(Name, provenBy: [WatchQuantities.Quota])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "cpu-quota-throttling";

    // A larger limit has taken effect where the process was stopped for a tenth or less.
    private const double MinReduction = 10;

    // Of the time: elsewhere the program did not use all that the limit allows.
    private const double MinInPeriods = 0.85;

    private const string Formula = "C / q; C the processor time that the program uses without the limit, q the processors that it allows";

    private const string Fix = """
        # raise or remove the limit; keep the request
        resources:
          requests: { cpu: "1" }
          # no limits.cpu
        # or use fewer threads than the limit allows processors: DOTNET_PROCESSOR_COUNT=1
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [WatchQuantities.Throttled, WatchQuantities.Quota, WatchQuantities.Watched];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [WatchQuantities.Throttled, WatchQuantities.Watched];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => ThrottledServer.Reads;

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen) => ThrottledServer.Screen(seen, Fix);

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        if (seen.Find(WatchQuantities.Quota) is not { Value: var quota })
        {
            return Screening.RuleOut("no limit of processor time is set");
        }

        var share = ShareOf(seen);
        // The kernel adds up for how long each processor was withheld.
        var stopped = $"a limit of {Processors(quota)} stopped the process for "
            + $"{FigureText.Duration(seen.Value(WatchQuantities.Throttled))} of {FigureText.Duration(seen.Value(WatchQuantities.Watched))}"
            + (share > 1 ? ", added up over processors" : "");
        return share < Screening.MinShare
            ? Screening.RuleOut(stopped)
            : Screening.Suspected(share, stopped, Fix, "a larger limit (cpu.max of its control group)");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var stopped = comparison.Baseline.Value(WatchQuantities.Throttled);
        var quota = comparison.Baseline.Value(WatchQuantities.Quota);
        if (ShareOf(comparison.Baseline) < Screening.MinShare
            || comparison.Counterfactual.Find(WatchQuantities.Throttled) is not { Value: var less }
            || stopped < MinReduction * less)
        {
            return null;
        }

        return new Conclusion(
            $"A limit of {Processors(quota)} stops the program: {FigureText.Duration(comparison.Before)}, and "
                + $"{FigureText.Duration(comparison.After)} with {comparison.Change.To} and nothing else changed.",
            Fix)
        {
            Model = ModelOf(comparison, quota),
        };
    }

    // A program that the limit stops in each period uses all that it allows, and takes as long as its work at that rate.
    private static ModelCheck? ModelOf(Comparison comparison, double quota) =>
        comparison.Metric == CallQuantities.WallTime
        && comparison.Baseline.Find(WatchQuantities.ThrottledPeriods) is { Value: var inPeriods }
        && inPeriods >= MinInPeriods * comparison.Baseline.Value(WatchQuantities.Watched)
        && comparison.Counterfactual.Find(CallQuantities.ProcessorTime) is { Value: var work }
            ? comparison.Predict(Formula, work / quota)
            : null;

    private static string Processors(double quota) => $"{FigureText.Number(quota)} processor{(quota == 1 ? "" : "s")}";

    private static double ShareOf(Evidence seen) => seen.Value(WatchQuantities.Throttled) / seen.Value(WatchQuantities.Watched);
}
