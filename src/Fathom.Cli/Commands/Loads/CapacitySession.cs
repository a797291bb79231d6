using Fathom.Records.Words;
using Fathom.Load.Audits;
using Fathom.Load.Capacity;
using Fathom.Load.Counting;
using Fathom.Load.Grpc;
using Fathom.Load.Pacing;
using Fathom.Load.Schedules;
using Fathom.Load.Thresholds;

namespace Fathom.Cli.Commands.Loads;

/// <summary><c>fathom load --find-capacity</c>: runs windows of open-loop load until the highest rate is known at which every threshold
/// holds.</summary>
internal sealed class CapacitySession(FathomConsole console, LoadSpec spec)
{
    private const double FirstRate = 100;

    private static readonly TimeSpan DefaultWindow = TimeSpan.FromSeconds(5);

    private readonly TimeSpan _window = spec.Plan.Limits.Duration ?? DefaultWindow;

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        var search = new CapacitySearch(spec.Plan.Rate?.StartRate is > 0 and var rate ? rate : FirstRate);
        while (search.NextRate is { } next)
        {
            var outcome = await WindowAsync(next, interruption.Token);
            if (interruption.Token.IsCancellationRequested)
            {
                console.Error.WriteLine("interrupted: the capacity is not known");
                return ExitCode.Interrupted;
            }

            search.Report(outcome);
        }

        return Show(search.Result!);
    }

    private async Task<WindowOutcome> WindowAsync(double rate, CancellationToken interrupted)
    {
        var plan = spec.Plan with
        {
            Rate = RateProfile.Constant(rate),
            // A second of the old load's tail, and of connecting, is not counted.
            Limits = new PlanLimits(null, _window + TimeSpan.FromSeconds(1), WarmUp: (long)Math.Ceiling(rate)),
        };
        var run = new GrpcLoadRun(spec.Target, plan);
        await LoadConnecting.ConnectAsync(run, spec.Target, interrupted);
        var pauses = GC.GetTotalPauseDuration();
        await run.RunAsync(interrupted);
        run.Collect();
        var (total, generator) = (run.Collector.Total, run.Generator);
        var results = spec.Thresholds.Select(t => ThresholdResult.Of(t, total, _window.TotalSeconds)).ToList();
        var verdicts = RunAudit.Judge(new AuditInput
        {
            IsOpenLoop = true,
            Wanted = plan.Wanted,
            Made = total.Calls + run.WarmUp.Calls,
            Seconds = generator.Seconds,
            ThreadUse = generator.LoopUse,
            LagP99 = LatencyHistograms.PercentileOf(total.Lag, 99),
            LatencyP99 = LatencyHistograms.PercentileOf(total.Latency, 99),
            CollectorPauses = (GC.GetTotalPauseDuration() - pauses).TotalSeconds,
            AwaySeconds = generator.AwaySeconds,
            WasLimited = generator.WasLimited,
        });
        var limit = verdicts.FirstOrDefault(v => v.IsInvalid);
        var failed = results.Find(r => !r.Holds);
        // A threshold that holds although the generator was late holds all the more.
        var outcome = failed is null && limit?.Id is null or "late-calls" or "collector" ? WindowOutcome.Holds
            : limit is not null ? WindowOutcome.GeneratorLimited : WindowOutcome.Fails;
        Tell(rate, outcome, total, failed, limit);
        return outcome;
    }

    private void Tell(double rate, WindowOutcome outcome, CallTally total, ThresholdResult? failed, AuditVerdict? limit)
    {
        if (!spec.Quiet)
        {
            var p99 = LatencyHistograms.PercentileOf(total.Latency, 99) is { } value ? Amount.Show(value / 1e3, "us") : "-";
            console.Error.WriteLine($"{Amount.Show(rate, "1/s")}: p99 {p99}, {total.Failed} failed: " + outcome switch
            {
                WindowOutcome.Holds => "holds",
                WindowOutcome.Fails => $"{failed!.Threshold.Text} does not hold",
                _ => $"the generator was the limit ({limit!.Id})",
            });
        }
    }

    private int Show(CapacityResult result)
    {
        var thresholds = string.Join(", ", spec.Thresholds.Select(t => t.Text));
        console.Out.WriteLine((result.Holds, result.Fails) switch
        {
            ({ } holds, { } fails) => $"capacity  {Amount.Show(holds, "1/s")} held {thresholds} in three windows in a row; "
                + $"{Amount.Show(fails, "1/s")} did not",
            ({ } holds, null) => $"capacity  at least {Amount.Show(holds, "1/s")} with {thresholds}",
            (null, { } fails) => $"capacity  none: {thresholds} did not hold reliably, down to {Amount.Show(fails, "1/s")}",
            _ => $"capacity  not known: the windows disagree about {thresholds}",
        });
        if (result.IsGeneratorLimited)
        {
            console.Out.WriteLine("INVALID   the generator was the limit at the upper rate, so the server can do more: use more --threads "
                + "and --connections, or another machine");
        }

        console.Out.WriteLine($"windows   {result.Windows} of {Amount.Show(_window.TotalSeconds, "s")}");
        return result.Holds is null ? ExitCode.NotHeld : result.IsGeneratorLimited ? ExitCode.Invalid : ExitCode.Done;
    }
}
