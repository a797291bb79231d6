using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ColdStart;

/// <summary>
/// <c>cold-start</c>: the first call of a method is slow, on whichever connection it comes, and no later one is: code is compiled, caches
/// and connections behind the method are made. A hint from outside: only a restart makes a call the first again. A program that ends soon
/// spends its time so; proven by a setting of the runtime's compiler.
/// </summary>
public sealed class ColdStartCause() : Cause(Name, provenBy: [ServiceQuantities.FirstCallTime, WatchQuantities.Compilation])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "cold-start";

    // The first call of any .NET server compiles code: 20 to 150 ms on two busy processors.
    private const double MinMs = 300;
    private const double MinTimes = 10;

    private const string Fix = """
        // make the first call yourself, before the service says that it is ready
        app.Lifetime.ApplicationStarted.Register(() => WarmUp(app.Services));
        // and compile ahead of time: <PublishReadyToRun>true</PublishReadyToRun>
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [ServiceQuantities.FirstCallTime, ServiceQuantities.FreshFirstCallTime, ServiceQuantities.CallTime];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => ColdProgram.RequiredFromWatch;

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen) => ColdProgram.Screen(seen);

    /// <inheritdoc/>
    protected override Conclusion? ProveProgram(Comparison comparison) => ColdProgram.Prove(comparison);

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (first, call) = (seen.Value(ServiceQuantities.FirstCallTime), seen.Value(ServiceQuantities.CallTime));
        var fresh = seen.Value(ServiceQuantities.FreshFirstCallTime);
        var figures = $"the first call took {FigureText.Duration(first)}, the first on another connection {FigureText.Duration(fresh)}, "
            + $"a later one {FigureText.Duration(call)}";
        return seen.Find(UnevenQuantities.AfterIdleTime) is { Value: var idle } && idle >= first / 2
                ? Screening.RuleOut($"{figures}, and one after a pause {FigureText.Duration(idle)}")
            : seen.Find(UnevenQuantities.Time) is { Value: var longMs } && longMs >= first / 2
                ? Screening.RuleOut($"{figures}, and {FigureText.Whole(seen.Value(UnevenQuantities.Calls))} of "
                    + $"{FigureText.Whole(seen.Value(UnevenQuantities.Of))} later ones {FigureText.Duration(longMs)} and the like")
            : first - fresh < MinMs || first < MinTimes * call
                ? Screening.RuleOut(figures)
            : Screening.Suspected(Math.Min(1, first / 60_000), $"{figures}; the share is of a minute", Fix,
                "the same after a restart of the server, with and without a call that warms it up");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => new(
        $"The first call of a process takes {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} after "
            + "one that warms it up.", Fix);
}
