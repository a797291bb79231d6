using Fathom.Cli.Rendering.Judgements;
using Fathom.Load.Grpc;
using Fathom.Load.Results;
using Fathom.Machines;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Loads;

/// <summary>One <c>fathom load</c>: shows a run while it goes on, and its record.</summary>
internal sealed class LoadSession(FathomConsole console, LoadSpec spec)
{
    private volatile string? _endedBy;

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token);
        if (spec.StopWithInput)
        {
            StopWithInput(stop, () => _endedBy ??= "the end of standard input (--stop-with-input)");
        }

        var info = new LoadRunInfo(console.Time.GetUtcNow(), MachineProbe.Describe(), spec.Info, spec.Command, spec.Thresholds);
        var session = new GrpcLoadSession(spec.Target, spec.Plan, console.Time) { MaxFailed = spec.MaxErrors };
        using var telemetry = LoadTelemetry.StartIfAsked(console, spec, session.Run.Collector);
        var lines = spec.Output == LoadLines.Form ? LoadLines.Write(console.Out, session.Run.Collector) : null;
        await ConnectAsync(session, stop.Token);
        var result = await RunAsync(session, stop.Token);
        var record = LoadRecordBuilder.Build(info, result, result.End switch
        {
            LoadEnd.Cancelled => _endedBy ?? $"{interruption.Signal}",
            LoadEnd.TooManyFailed => $"--max-errors {spec.MaxErrors}: {result.Total.Failed:#,0} calls had failed",
            _ => null,
        });
        var lost = LoadFiles.TryWrite(spec.Folder, record);
        var exitCode = result.End switch
        {
            LoadEnd.Cancelled => ExitCode.Interrupted,
            LoadEnd.TooManyFailed => ExitCode.NotHeld,
            _ => LoadFiles.ExitCodeOf(record),
        };
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

    private async Task ConnectAsync(GrpcLoadSession session, CancellationToken interrupted)
    {
        var next = "the target was connected";
        try
        {
            await session.ConnectAsync(interrupted);
            next = "--start-at";
            if (spec.StartAt is { } start && start - console.Time.GetUtcNow() is var wait && wait > TimeSpan.Zero)
            {
                await Task.Delay(wait, console.Time, interrupted);
            }
        }
        catch (LoadConnectionException e)
        {
            throw LoadConnecting.Refusal(e.Failure, spec.Target);
        }
        catch (OperationCanceledException)
        {
            throw new CommandException(ExitCode.Interrupted, $"interrupted before {next}");
        }
    }

    private async Task<LoadResult> RunAsync(GrpcLoadSession session, CancellationToken interrupted)
    {
        using var progress = LoadProgress.For(console, spec.Quiet);
        var stuck = new StuckRunNote(console, spec);
        return await session.RunAsync(completed =>
        {
            if (completed > 0)
            {
                progress.Show(session.Run.Collector.Seconds);
            }

            stuck.Look(session.Run.CallsEnded, session.Run.CallsInFlight);
        }, interrupted);
    }
}
