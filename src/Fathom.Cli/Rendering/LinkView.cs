using Fathom.Link;
using Fathom.Link.Plans;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>A link on the console: what it is, live counters where a terminal shows them, and at the end what nobody asked for.</summary>
internal sealed class LinkView(FathomConsole console, bool quiet)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    private bool _live;

    /// <summary>Says what the link is.</summary>
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

    /// <summary>Shows the counters as they change, until cancelled. Only where no command shares the terminal.</summary>
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
                // It is over, or broke: whoever waits for the link says which.
            }
        });
    }

    /// <summary>The last counters on a terminal, and warnings everywhere.</summary>
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
