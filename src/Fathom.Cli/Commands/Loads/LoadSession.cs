using Fathom.Cli.Rendering.Judgements;
using Fathom.Load.Counting;
using Fathom.Load.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>One <c>fathom load</c>: connects, runs, shows, judges, writes record and page.</summary>
internal sealed class LoadSession(FathomConsole console, LoadSpec spec)
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(100);

    private volatile string? _endedBy;

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (spec.StopWithInput)
        {
            StopWithInput(stop, () => _endedBy ??= "the end of standard input (--stop-with-input)");
        }

        var started = console.Time.GetUtcNow();
        var run = new GrpcLoadRun(spec.Target, spec.Plan);
        using var telemetry = LoadTelemetry.StartIfAsked(console, spec, run.Collector);
        var lines = spec.Output == LoadLines.Form ? LoadLines.Write(console.Out, run.Collector) : null;
        var histograms = KeepHistograms(run.Collector);
        await LoadConnecting.ConnectAsync(run, spec.Target, stop.Token);
        await WaitForStartAsync(stop.Token);
        var began = console.Time.GetUtcNow();
        var pauses = GC.GetTotalPauseDuration();
        var tooManyErrors = await RunAsync(run, stop.Token);
        var interrupted = stop.Token.IsCancellationRequested;
        var endedBy = interrupted ? _endedBy ?? $"{interruption.Signal}"
            : tooManyErrors ? $"--max-errors {spec.MaxErrors}: {run.Collector.Total.Failed:#,0} calls had failed" : null;
        var record = new LoadRecordBuilder(spec, run, histograms).Build(started, began, endedBy,
            GC.GetTotalPauseDuration() - pauses);
        var lost = LoadFiles.TryWrite(spec.Folder, record);
        var exitCode = interrupted ? ExitCode.Interrupted
            : tooManyErrors ? ExitCode.NotHeld : LoadFiles.ExitCodeOf(record);
        if (lines is not null)
        {
            lines.End(record, exitCode);
            StepSummary.AppendIfAsked(console, LoadJudgement.Of(record));
        }
        else
        {
            LoadOutput.Write(console, record, spec.Output,
                lost is null ? LoadFiles.Describe(console, spec.Folder) : "not written");
        }

        return lost is null ? exitCode : throw lost;
    }

    // Each second's, for the parts of a plan only: 'fathom merge' adds them.
    private Dictionary<int, string> KeepHistograms(TallyCollector collector)
    {
        var histograms = new Dictionary<int, string>();
        if (spec.Plan.Slot.Count > 1)
        {
            collector.SecondCompleted += (second, tally) =>
            {
                if (TallyFigures.EncodeIfAny(tally.Latency) is { } encoded)
                {
                    histograms[second] = encoded;
                }
            };
        }

        return histograms;
    }

    // On a thread of its own: a read of standard input cannot be cancelled.
    private void StopWithInput(CancellationTokenSource stop, Action ended) => new Thread(() =>
    {
        try
        {
            using var input = console.OpenInput();
            var buffer = new byte[256];
            while (input.Read(buffer) > 0)
            {
            }

            ended();
            stop.Cancel();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The run has ended before.
        }
    })
    { IsBackground = true, Name = "standard input" }.Start();

    private async Task WaitForStartAsync(CancellationToken interrupted)
    {
        if (spec.StartAt is { } start && start - console.Time.GetUtcNow() is var wait && wait > TimeSpan.Zero)
        {
            try
            {
                await Task.Delay(wait, console.Time, interrupted);
            }
            catch (OperationCanceledException)
            {
                throw new CommandException(ExitCode.Interrupted, "interrupted before --start-at");
            }
        }
    }

    // Returns whether more calls failed than allowed.
    private async Task<bool> RunAsync(GrpcLoadRun run, CancellationToken interrupted)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        var running = run.RunAsync(stop.Token);
        using var progress = LoadProgress.For(console, spec.Quiet);
        var stuck = new StuckRunNote(console, spec);
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

            stuck.Look(run.CallsEnded, run.CallsInFlight);
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
}
