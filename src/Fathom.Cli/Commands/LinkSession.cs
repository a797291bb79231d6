using System.Text.Json;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Rendering;
using Fathom.Cli.Rendering.Answers;
using Fathom.Studies.Running;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>One <c>fathom link</c>: makes the link, then runs the command or waits for Ctrl-C. It owns the link, and leaves nothing
/// behind.</summary>
internal sealed class LinkSession(FathomConsole console, LinkPlan plan, string[]? command, string? control, bool quiet,
    bool isJson)
{
    /// <summary>From a signal until the command is killed.</summary>
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(5);

    /// <summary>The longest round trip that is measured before the command starts.</summary>
    private static readonly TimeSpan LongestProbe = TimeSpan.FromSeconds(1);

    /// <summary>From a signal to this process until the same signal has ended the launcher of the command, where it went to a group of
    /// processes: timeout, a service manager and Ctrl-C send it to all of them.</summary>
    private static readonly TimeSpan ToReachGroup = TimeSpan.FromMilliseconds(100);

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        try
        {
            await using var link = await StartAsync(interruption.Token);
            var view = new LinkView(console, quiet);
            view.Begin(link);
            var measured = await MeasureAsync(link, view, interruption.Token);
            await using var changes = control is null ? null : LinkControl.Open(control, link, view.Say);
            if (control is not null)
            {
                // The command of the link changes it without a flag.
                Environment.SetEnvironmentVariable(LinkControl.Variable, control);
            }

            var exitCode = command is null ? await WaitAsync(link, view, interruption.Token)
                : await RunCommandAsync(link, command, interruption);
            if (!link.Ended.IsCompleted)
            {
                var counters = await link.CountersAsync(CancellationToken.None);
                view.End(counters);
                if (isJson)
                {
                    console.Out.WriteLine(JsonSerializer.Serialize(
                        LinkAnswer.Of(link, measured, counters, command is null ? null : exitCode), AnswerJson.Indented.LinkAnswer));
                }
            }

            return exitCode;
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
    }

    // A capture is of the user's packets alone, and a long link would keep its user waiting.
    private async Task<TimeSpan?> MeasureAsync(LinkRun link, LinkView view, CancellationToken cancellation)
    {
        var nominal = TimeSpan.FromTicks((plan.Up.Delay + plan.Up.Jitter + plan.Down.Delay + plan.Down.Jitter)
            / TimeSpan.NanosecondsPerTick);
        if ((quiet && !isJson) || plan.Capture is not null || nominal > LongestProbe)
        {
            return null;
        }

        try
        {
            var measured = await link.RoundTripAsync(cancellation);
            view.Say(LinkWords.RoundTrip(measured));
            return measured;
        }
        catch (InvalidOperationException)
        {
            // The link broke: what runs next says how.
            return null;
        }
    }

    private async Task<LinkRun> StartAsync(CancellationToken cancellation)
    {
        try
        {
            return await LinkRun.StartAsync(plan, cancellation);
        }
        catch (LinkPlanException e)
        {
            throw LinkPlanRefusal.Of(e);
        }
        catch (LinkUnavailableException e)
        {
            throw CommandException.Missing(PrivateNames.OfThisMachine.RemoveFrom(e.Message));
        }
    }

    private async Task<int> WaitAsync(LinkRun link, LinkView view, CancellationToken cancellation)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var watching = view.WatchAsync(link, end.Token);
        await Task.WhenAny(link.Ended, Task.Delay(Timeout.InfiniteTimeSpan, console.Time, cancellation));
        await end.CancelAsync();
        await watching;
        await RefuseBroken(link);
        return ExitCode.Interrupted;
    }

    private async Task<int> RunCommandAsync(LinkRun link, string[] words, Interruption interruption)
    {
        if (console.InIsTerminal)
        {
            interruption.LeaveCtrlCToChild();
        }

        using var process = Start(link.CommandEnd!, words);
        await Task.WhenAny(process.Exit, link.Ended, Task.Delay(Timeout.InfiniteTimeSpan, console.Time, interruption.Token));
        if (!process.Exit.IsCompleted)
        {
            await RefuseBroken(link);
            await Task.WhenAny(process.Exit, Task.Delay(ToReachGroup, console.Time, CancellationToken.None));
        }

        // A signal to a group of processes has ended the launcher too. It has reached the command as well, which may still be at work.
        return await process.StopAsync(process.Exit.IsCompleted ? null : interruption.Signal, ToEnd);
    }

    private LinkProcess Start(LinkEnd end, string[] words)
    {
        try
        {
            // Also for its message where there is no such program: a shell's would name the shell.
            end.StartInfo(words[0], words[1..]);
            return isJson ? LinkProcess.Start(end, "/bin/sh", ["-c", "exec \"$@\" 1>&2", "sh", .. words])
                : LinkProcess.Start(end, words[0], words[1..]);
        }
        catch (LinkPlanException e)
        {
            throw LinkPlanRefusal.Of(e);
        }
        catch (LinkUnavailableException e)
        {
            throw CommandException.Missing(PrivateNames.OfThisMachine.RemoveFrom(e.Message));
        }
    }

    private static async Task RefuseBroken(LinkRun link)
    {
        if (link.Ended.IsCompleted)
        {
            try
            {
                await link.Ended;
            }
            catch (InvalidOperationException e)
            {
                throw new CommandException(ExitCode.NotHeld, PrivateNames.OfThisMachine.RemoveFrom(e.Message));
            }
        }
    }
}
