using Fathom.Lab.Reports.Loads;
using Fathom.Lab.Results;
using Fathom.Lab.Results.Loads;
using Fathom.Load.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>One <c>fathom load</c>: connects, runs, shows, judges, writes record and page.</summary>
internal sealed class LoadSession(FathomConsole console, LoadSpec spec)
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(100);

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        var started = console.Time.GetUtcNow();
        var run = new GrpcLoadRun(spec.Target, spec.Plan);
        await LoadConnecting.ConnectAsync(run, spec.Target, interruption.Token);
        var pauses = GC.GetTotalPauseDuration();
        var tooManyErrors = await RunAsync(run, interruption.Token);
        var record = new LoadRecordBuilder(spec, run).Build(started, interruption.Token.IsCancellationRequested || tooManyErrors,
            GC.GetTotalPauseDuration() - pauses);
        Write(record);
        LoadOutput.Write(console, record, spec.Output, LoadSummary.PathsOf(console, spec));
        return ExitCodeOf(record, interruption.Token.IsCancellationRequested, tooManyErrors);
    }

    private static int ExitCodeOf(LoadRecord record, bool interrupted, bool tooManyErrors) =>
        interrupted ? ExitCode.Interrupted
        : tooManyErrors || !record.Valid || record.Thresholds.Any(t => !t.Holds) || record.Outcomes.GetValueOrDefault("OK") == 0
            ? ExitCode.NotHeld : ExitCode.Done;

    // Returns whether more calls failed than allowed.
    private async Task<bool> RunAsync(GrpcLoadRun run, CancellationToken interrupted)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        var running = run.RunAsync(stop.Token);
        using var progress = LoadProgress.For(console, spec.Quiet);
        var tooMany = false;
        while (!running.IsCompleted)
        {
            await Task.WhenAny(running, Task.Delay(BetweenLooks, console.Time, CancellationToken.None));
            if (running.IsCompleted)
            {
                break;
            }

            if (run.Collect() > 0)
            {
                progress.Show(run.Collector.Seconds);
            }

            if (!tooMany && run.Collector.Total.Failed > (spec.MaxErrors ?? long.MaxValue))
            {
                tooMany = true;
                await stop.CancelAsync();
            }
        }

        await running;
        run.Collect();
        return tooMany || run.Collector.Total.Failed > (spec.MaxErrors ?? long.MaxValue);
    }

    private void Write(LoadRecord record)
    {
        try
        {
            LoadRecordJson.Write(Path.Combine(spec.Folder, "load.json"), record);
            LoadReport.WriteFile(Path.Combine(spec.Folder, "load.html"), record);
        }
        catch (RunRecordException e)
        {
            throw CommandException.Missing(e.Message);
        }
    }
}
