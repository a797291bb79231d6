using Fathom.Link;
using Fathom.Link.Plans;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a link on the console: its ends, live counters on a terminal, and warnings at the end.</summary>
internal sealed class LinkView(FathomConsole console, bool quiet)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    private bool _live;

    /// <summary>Shows the link's ends and ports.</summary>
    public void Begin(LinkRun link)
    {
        if (!quiet)
        {
            foreach (var line in LinkWords.Describe(link))
            {
                console.Error.WriteLine($"fathom link: {line}");
            }
        }
    }

    /// <summary>Shows a line about the link.</summary>
    public void Say(string line)
    {
        if (!quiet)
        {
            console.Error.WriteLine($"fathom link: {line}");
        }
    }

    /// <summary>Shows the counters as they change, until cancelled. For a terminal that no command shares.</summary>
    public async Task WatchAsync(LinkRun link, CancellationToken cancellation)
    {
        if (quiet || !console.ErrorIsTerminal)
        {
            return;
        }

        _live = true;
        await console.Progress().Live(LinkWords.Table(new LinkCounters(new(), new(), 0, 0, null, 0, null))).StartAsync(async live =>
        {
            try
            {
                while (!cancellation.IsCancellationRequested && !link.Ended.IsCompleted)
                {
                    live.UpdateTarget(LinkWords.Table(await link.CountersAsync(cancellation)));
                    await Task.Delay(Interval, console.Time, cancellation);
                }
            }
            catch (Exception e) when (e is OperationCanceledException || link.Ended.IsCompleted)
            {
                // The link ended or failed. Its session reports which.
            }
        });
    }

    /// <summary>Shows the last counters on a terminal, and warnings in any case.</summary>
    public void End(LinkCounters counters)
    {
        if (!quiet && console.ErrorIsTerminal && !_live)
        {
            console.Progress().Write(LinkWords.Table(counters));
        }

        foreach (var warning in LinkWords.Warnings(counters))
        {
            console.Error.WriteLine($"fathom link: {warning}");
        }
    }
}
