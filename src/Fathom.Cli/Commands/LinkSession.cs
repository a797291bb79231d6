using System.Diagnostics;
using Fathom.Cli.Rendering;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>One <c>fathom link</c>: makes the link, then runs the command or waits for Ctrl-C. It owns the link, and leaves nothing
/// behind.</summary>
internal sealed class LinkSession(FathomConsole console, LinkPlan plan, string[]? command, bool quiet)
{
    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        try
        {
            await using var link = await StartAsync(interruption.Token);
            var view = new LinkView(console, quiet);
            view.Begin(link);
            var exitCode = command is null ? await WaitAsync(link, view, interruption.Token)
                : await RunCommandAsync(link, command, interruption);
            if (!link.Ended.IsCompleted)
            {
                view.End(await link.CountersAsync(CancellationToken.None));
            }

            return exitCode;
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
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
            throw CommandException.Missing(e.Message);
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
        var exit = process.WaitForExitAsync(CancellationToken.None);
        await Task.WhenAny(exit, link.Ended, Task.Delay(Timeout.InfiniteTimeSpan, console.Time, interruption.Token));
        if (!exit.IsCompleted)
        {
            await RefuseBroken(link);
            // The command ends with the link.
            return ExitCode.Interrupted;
        }

        return process.ExitCode;
    }

    private static Process Start(LinkEnd end, string[] words)
    {
        try
        {
            return Process.Start(end.StartInfo(words[0], words[1..]))
                ?? throw CommandException.Missing(
                $"COMMAND: '{words[0]}' could not be started; a program on PATH, or a path to one, is needed");
        }
        catch (LinkPlanException e)
        {
            throw LinkPlanRefusal.Of(e);
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
                throw new CommandException(ExitCode.NotHeld, e.Message);
            }
        }
    }
}
