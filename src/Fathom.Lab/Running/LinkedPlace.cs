using System.Diagnostics;
using Fathom.Lab.Studies;
using Fathom.Link;
using Fathom.Link.Capture;
using Fathom.Link.Flows;
using Fathom.Link.Plans;

namespace Fathom.Lab.Running;

/// <summary>The two ends of a link that is made for one replicate: the kernel remembers nothing of an earlier one. It owns the link and its
/// capture.</summary>
internal sealed class LinkedPlace : TrialPlace
{
    private readonly LinkRun _link;
    private readonly DirectoryInfo _folder;
    private readonly string? _capture;
    private bool _linkEnded;

    private LinkedPlace(LinkRun link, DirectoryInfo folder, string? capture) => (_link, _folder, _capture) = (link, folder, capture);

    public static async Task<LinkedPlace> MakeAsync(LinkSpec spec, bool readsPackets, CancellationToken cancellation)
    {
        var folder = Directory.CreateTempSubdirectory("fathom-trial-");
        var capture = readsPackets ? Path.Combine(folder.FullName, "link.pcapng") : null;
        try
        {
            return new LinkedPlace(await LinkRun.StartAsync(LinkPlan.Create(spec with { Capture = capture }), cancellation), folder,
                capture);
        }
        catch (Exception e)
        {
            folder.Delete(recursive: true);
            if (e is LinkUnavailableException or LinkPlanException)
            {
                throw new SubjectException("runner", "start", $"no link can be made: {e.Message}", "");
            }

            throw;
        }
    }

    public override ProcessStartInfo Put(bool isServer, ProcessStartInfo info)
    {
        var placed = (isServer ? _link.Far! : _link.Near!).StartInfo(info.FileName, info.ArgumentList);
        // Its socket would stand in a folder that links share, under a number that each link counts from one.
        placed.Environment["DOTNET_EnableDiagnostics"] = "0";
        return placed;
    }

    public override async Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation)
    {
        var counters = await _link.CountersAsync(cancellation);
        await EndLinkAsync();
        var unasked = counters.Up.Overflowed + counters.Down.Overflowed + counters.Up.DroppedByDevice + counters.Down.DroppedByDevice;
        if (unasked > 0 || counters.CaptureOmitted > 0 || counters.CaptureError is not null)
        {
            throw new SubjectException("runner", "report",
                $"the link dropped {unasked} packets that nobody asked it to, and its record lacks "
                    + $"{counters.CaptureOmitted}{(counters.CaptureError is { } fault ? $" ({fault})" : "")}", "");
        }

        if (_capture is null)
        {
            return null;
        }

        // The blob's connection is the one that carried most; the others warmed up.
        var flow = FlowReader.Read(CaptureReader.Read(_capture)).MaxBy(f => f.Bytes);
        return flow is null ? null : FlowFigures.Of(
            flow, client.Values.TryGetValue("wall_ms", out var wall) ? TimeSpan.FromMilliseconds(wall) : null);
    }

    public override async ValueTask DisposeAsync()
    {
        await EndLinkAsync();
        _folder.Delete(recursive: true);
    }

    private async ValueTask EndLinkAsync()
    {
        if (!_linkEnded)
        {
            _linkEnded = true;
            await _link.DisposeAsync();
        }
    }
}
