using System.Diagnostics;
using Fathom.Link;
using Fathom.Link.Capture;
using Fathom.Link.Flows;
using Fathom.Link.Plans;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

/// <summary>The two ends of a link made for one replicate, so that the kernel has no state of an earlier one. It owns the link and its
/// capture.</summary>
internal sealed class LinkedNetwork : TrialNetwork
{
    private readonly LinkRun _link;
    private readonly DirectoryInfo _folder;
    private readonly string? _capture;
    private bool _linkEnded;

    private LinkedNetwork(LinkRun link, DirectoryInfo folder, string? capture) => (_link, _folder, _capture) = (link, folder, capture);

    public static async Task<LinkedNetwork> MakeAsync(LinkSpec spec, bool readsPackets, CancellationToken cancellation)
    {
        var folder = Directory.CreateTempSubdirectory("fathom-trial-");
        var capture = readsPackets ? Path.Combine(folder.FullName, "link.pcapng") : null;
        try
        {
            return new LinkedNetwork(await LinkRun.StartAsync(LinkPlan.Create(spec with { Capture = capture }), cancellation), folder,
                capture);
        }
        catch (Exception e)
        {
            folder.Delete(recursive: true);
            if (e is LinkUnavailableException or LinkPlanException)
            {
                throw new SubjectException("runner", "start", $"no link can be made: {e.Message}");
            }

            throw;
        }
    }

    public override ProcessStartInfo Place(bool isServer, ProcessStartInfo info)
    {
        var placed = (isServer ? _link.Far! : _link.Near!).StartInfo(info.FileName, info.ArgumentList);
        // The diagnostics socket is named after the process id in a folder that links share, and each link counts ids from one.
        placed.Environment["DOTNET_EnableDiagnostics"] = "0";
        return placed;
    }

    public override async Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation)
    {
        LinkCounters counters;
        try
        {
            counters = await _link.CountersAsync(cancellation);
        }
        catch (InvalidOperationException e)
        {
            throw new SubjectException("runner", "report", e.Message);
        }

        await EndLinkAsync();
        var unintended = counters.Up.Overflowed + counters.Down.Overflowed + counters.Up.DroppedByDevice + counters.Down.DroppedByDevice;
        if (unintended > 0 || counters.CaptureOmitted > 0 || counters.CaptureError is not null)
        {
            throw new SubjectException("runner", "report",
                $"the link dropped {unintended} packets unintentionally, and its capture lacks "
                    + $"{counters.CaptureOmitted}{(counters.CaptureError is { } fault ? $" ({fault})" : "")}");
        }

        if (_capture is null)
        {
            return null;
        }

        // The measured connection carried the most bytes; the others are from the warm-up.
        var flow = FlowReader.Read(CaptureReader.Read(_capture)).MaxBy(f => f.Bytes);
        return flow is null ? null : FlowFigures.Of(
            flow, client.Find(ReportedValues.WallTime) is { } wall ? TimeSpan.FromMilliseconds(wall) : null);
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
