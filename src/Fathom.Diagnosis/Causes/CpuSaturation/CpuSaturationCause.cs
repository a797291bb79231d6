using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.CpuSaturation;

/// <summary>
/// <c>cpu-saturation</c>: the process uses all processors that it may, and what it does in them decides how fast it is. Proven by more
/// processors where the machine has them; visible in its processor time.
/// </summary>
public sealed class CpuSaturationCause() : Cause(Name, provenBy: [WatchQuantities.AllowedProcessors])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "cpu-saturation";

    // Of all processors' time; the rest is the start and the end of a program.
    private const double MinUse = 0.85;

    private const string Fix = """
        // less work for each call: look at what takes processor time (dotnet-trace), or more processors
        resources:
          requests: { cpu: "4" }
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => RequiredFromWatch;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
        [WatchQuantities.Watched, WatchQuantities.CpuTime, ProcessQuantities.Processors];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var processors = seen.Value(ProcessQuantities.Processors);
        var used = seen.Value(WatchQuantities.CpuTime) / seen.Value(WatchQuantities.Watched);
        var figures = $"it used {FigureText.Number(used)} of {FigureText.Count(processors, "processor")}";
        // A limit of processor time is a cause of its own; one thread on one of several processors uses them not.
        return used < MinUse * processors || seen.Has(WatchQuantities.Quota)
            ? Screening.RuleOut(figures)
            : Screening.Suspected(used / processors, figures, Fix, "more processors, or less work");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var before = comparison.Baseline.Value(ProcessQuantities.Processors);
        return comparison.Counterfactual.Find(ProcessQuantities.Processors) is not { Value: var after } || after <= before
            ? null
            : new Conclusion(
                $"The program uses all of {FigureText.Count(before, "processor")}: {FigureText.Duration(comparison.Before)}, and "
                    + $"{FigureText.Duration(comparison.After)} with {FigureText.Whole(after)} and nothing else changed.", Fix);
    }
}
