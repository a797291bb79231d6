using Fathom.Load.Capacity;
using Fathom.Load.Counting;
using Fathom.Load.Grpc;
using Fathom.Records.Words;

namespace Fathom.Cli.Commands.Loads;

/// <summary><c>fathom load --find-capacity</c>: shows the windows of a search, and the highest rate at which every threshold
/// holds.</summary>
internal sealed class CapacitySession(FathomConsole console, LoadSpec spec)
{
    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        var run = new CapacityRun(spec.Target, spec.Plan, spec.Thresholds, console.Time);
        try
        {
            return Show(await run.RunAsync(Tell, interruption.Token), run.Window);
        }
        catch (OperationCanceledException)
        {
            console.Error.WriteLine("interrupted: the capacity is not known");
            return ExitCode.Interrupted;
        }
        catch (LoadConnectionException e)
        {
            throw LoadConnecting.Refusal(e.Failure, spec.Target);
        }
    }

    private void Tell(CapacityWindow window)
    {
        if (!spec.Quiet)
        {
            var p99 = LatencyHistograms.PercentileOf(window.Total.Latency, 99) is { } value ? Amount.Show(value / 1e3, "us") : "-";
            console.Error.WriteLine($"{Amount.Show(window.Rate, "1/s")}: p99 {p99}, {window.Total.Failed} failed: " + window.Outcome switch
            {
                WindowOutcome.Holds => "holds",
                WindowOutcome.Fails => $"{window.Failed!.Threshold.Text} does not hold",
                _ => $"the generator was the limit ({window.Limit!.Id})",
            });
        }
    }

    private int Show(CapacityResult result, TimeSpan window)
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

        console.Out.WriteLine($"windows   {result.Windows} of {Amount.Show(window.TotalSeconds, "s")}");
        return result.Holds is null ? ExitCode.NotHeld : result.IsGeneratorLimited ? ExitCode.Invalid : ExitCode.Done;
    }
}
