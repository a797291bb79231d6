using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Diagnosis.Observations;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Doctor.Interventions;

/// <summary>A link between a program and what it calls. Owns the link, and with it everything that the program started there.</summary>
internal sealed class ProgramLink : RunEnvironment
{
    private const string Name = "link";

    private readonly LinkRun _link;
    private readonly TimeSpan? _roundTrip;
    private readonly long _before;

    private ProgramLink(LinkRun link, TimeSpan? roundTrip, long before) => (_link, _roundTrip, _before) = (link, roundTrip, before);

    // Process ids within a link begin with 1, and a runtime's port is named after its own.
    public override bool HidesRuntime => true;

    /// <summary>What the program called, as a link reaches it; nothing where it called nothing that a link reaches.</summary>
    public static IReadOnlyList<Destination> TargetsOf(Evidence seen) => seen.Find(WatchQuantities.Targets) is { Value: var targets }
        ? [.. targets.Split(' ').Select(ReachOf).OfType<Destination>().Distinct()]
        : [];

    /// <summary>Why a link had no effect on the program; null where it carried its packets.</summary>
    public static string? WhyUnused(Evidence after) =>
        after.Find(LinkQuantities.Carried) is { Value: > 0 } ? null : "the program's packets did not go through the link";

    /// <summary>Starts a link, and measures it.</summary>
    /// <exception cref="RunEnvironmentException">This machine cannot make it.</exception>
    public static async Task<ProgramLink> OpenAsync(LinkSpec spec, CancellationToken cancellation)
    {
        LinkRun? link = null;
        try
        {
            link = await LinkRun.StartAsync(LinkPlan.Create(spec), cancellation);
            var roundTrip = await link.RoundTripAsync(cancellation);
            return new ProgramLink(link, roundTrip, Carried(await link.CountersAsync(cancellation)));
        }
        catch (Exception e)
        {
            if (link is not null)
            {
                await link.DisposeAsync();
            }

            throw e is LinkUnavailableException or LinkPlanException or InvalidOperationException and not ObjectDisposedException
                ? new RunEnvironmentException($"no link can be made: {e.Message}", e) : e;
        }
    }

    public override ProcessStartInfo Place(ProcessStartInfo info)
    {
        var placed = _link.Near!.StartInfo(info.FileName, info.ArgumentList);
        // A port would be named after a process id that is not the one outside, and left behind where the link ends first.
        placed.Environment["DOTNET_EnableDiagnostics"] = "0";
        (placed.RedirectStandardInput, placed.RedirectStandardOutput, placed.RedirectStandardError) =
            (info.RedirectStandardInput, info.RedirectStandardOutput, info.RedirectStandardError);
        return placed;
    }

    public override async Task<IReadOnlyList<Observation>> ObserveAsync()
    {
        var carried = Carried(await _link.CountersAsync(CancellationToken.None)) - _before;
        List<Observation> seen = [Seen(LinkQuantities.Carried, carried)];
        if (_roundTrip is { } measured)
        {
            seen.Add(Seen(LinkQuantities.RoundTrip, measured.TotalSeconds));
        }

        return seen;
    }

    public override async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync();
        await base.DisposeAsync();
    }

    // A link carries IPv4: of IPv6 the machine's own address is reached by its name.
    private static Destination? ReachOf(string target) =>
        !IPEndPoint.TryParse(target, out var end) || end.AddressFamily == AddressFamily.InterNetwork
            ? Destination.TryParse(target, out var named) ? named : null
        : IPAddress.IsLoopback(end.Address) ? new Destination("localhost", end.Port)
        : null;

    private static Observation<double> Seen(Quantity<double> quantity, double value) =>
        new(quantity, value, new ObservationSource.Probe(Name, TimeSpan.Zero));

    private static long Carried(LinkCounters counters) => Math.Min(counters.Up.Delivered, counters.Down.Delivered);
}
