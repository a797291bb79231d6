using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.TimerQuantisedPoll;

/// <summary>
/// <c>timer-quantised-poll</c>: what the call waits for is looked at by a loop that sleeps in between, so that every call waits for the
/// loop's next tick. Proven by calls that start shortly before a tick: they take what is left of the period.
/// </summary>
public sealed class TimerQuantisedPollCause() : Cause(Name, provenBy: [BehaviourQuantities.CallPhase])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "timer-quantised-poll";

    private const string Formula = "T, the period: a call that starts right after a tick waits for the next one";

    // Started at 0.7 of a period, a call takes 0.3 of it; a busy machine starts it late.
    private const double MinLeft = 0.05;
    private const double MaxLeft = 0.55;

    private const double MinMs = 4;

    private const string Fix = """
        // signal when there is something to do, in place of a loop that sleeps and looks
        private readonly Channel<Job> _jobs = Channel.CreateUnbounded<Job>();
        await _jobs.Writer.WriteAsync(job);                     // the handler
        await foreach (var job in _jobs.Reader.ReadAllAsync())  // the worker: wakes up at once
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [ServiceQuantities.CallTime, ServiceQuantities.NoOpTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (call, noOp) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.NoOpTime));
        if (seen.Find(BehaviourQuantities.TickPeriod) is not { Value: var period }
            || seen.Find(BehaviourQuantities.PhaseMisfit) is not { Value: var misfit })
        {
            return call - noOp < MinMs ? Screening.RuleOut($"the method itself takes {FigureText.Duration(Math.Max(0, call - noOp))}")
                : null;
        }

        var figures = $"two of three calls end within {FigureText.Number(100 * misfit)} % of a period of {FigureText.Duration(period)} "
            + "from its ticks, whenever they start";
        return misfit > TickFit.MaxMisfit
            ? Screening.RuleOut(figures)
            : ThrottledServer.StopsOnGrid(seen)
            ? Screening.RuleOut($"{figures}; the whole server stops on a grid of 100 ms, PING included")
            : Screening.Suspected((call - noOp) / call, figures, Fix,
                "calls that start shortly before a tick take what is left of the period");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var left = comparison.After / comparison.Before;
        if (left is < MinLeft or > MaxLeft)
        {
            return null;
        }

        var period = comparison.Baseline.Value(BehaviourQuantities.TickPeriod);
        return new Conclusion(
            $"The method waits for the next tick of a timer of {FigureText.Duration(period)}: a call takes "
                + $"{FigureText.Duration(comparison.Before)} where it starts right after a tick, and "
                + $"{FigureText.Duration(comparison.After)} after a pause of {comparison.Change.To}, with nothing else changed. A call at "
                + "any time waits for half a period on average.", Fix)
        {
            Model = comparison.Predict(Formula, period),
        };
    }
}
