using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Fathom.Lab.Observations;
using Fathom.Link.Plans;

namespace Fathom.Lab.Interventions;

/// <summary>
/// A link between the program and what it calls, whose packets take longer. By how much longer the program then takes, in added round
/// trips, is how many it waits for one after another.
/// </summary>
public sealed class AddedDelay : Intervention
{
    /// <summary>Added round trips that can be told from the link's own time (tenths of a ms), ms.</summary>
    private static readonly double[] RoundTrips = [1, 2, 5, 10, 20];

    // With half of the program's own time added, the difference is large and a run stays short.
    private const double AddedShare = 0.5;

    private readonly IReadOnlyList<string> _targets;
    private readonly double _roundTrip;

    /// <summary>The change before it is fitted to a program.</summary>
    public AddedDelay()
        : this([], RoundTrips[^1])
    {
    }

    private AddedDelay(IReadOnlyList<string> targets, double roundTrip) => (_targets, _roundTrip) = (targets, roundTrip);

    /// <inheritdoc/>
    public override string Factor => "link_delay";

    /// <inheritdoc/>
    public override string Variable => "link-delay";

    /// <inheritdoc/>
    public override string Value => (_roundTrip / 2).ToString(CultureInfo.InvariantCulture) + "ms";

    /// <inheritdoc/>
    public override string To => $"a link of {FigureText.Duration(_roundTrip)} there and back";

    /// <inheritdoc/>
    public override string From => "none";

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>();

    /// <inheritdoc/>
    public override bool Slows => true;

    /// <inheritdoc/>
    public override Setting Sets => LinkQuantities.AddedDelay.Is(_roundTrip / 2);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen)
    {
        if (seen.Find(WatchQuantities.Targets) is not { Value: var targets }
            || seen.Find(WatchQuantities.Exchanges) is not { Value: > 0 and var calls }
            || seen.Find(WatchQuantities.Watched) is not { Value: var watched })
        {
            return null;
        }

        var reached = targets.Split(' ').Select(ReachOf).OfType<string>().Distinct().ToList();
        var wanted = AddedShare * watched / calls;
        return reached.Count == 0 ? null : new AddedDelay(reached, RoundTrips.LastOrDefault(r => r <= wanted, RoundTrips[0]));
    }

    // A link carries IPv4: of IPv6 the machine's own address is reached by its name.
    private static string? ReachOf(string target) =>
        !IPEndPoint.TryParse(target, out var end) || end.AddressFamily == AddressFamily.InterNetwork ? target
        : IPAddress.IsLoopback(end.Address) ? $"localhost:{end.Port}"
        : null;

    /// <inheritdoc/>
    public override async Task<Surroundings> SurroundAsync(CancellationToken cancellation) => await ProgramLink.OpenAsync(
        new LinkSpec { Both = new DirectionSpec { Delay = Value }, Reach = _targets }, cancellation);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(LinkQuantities.RoundTrip) is not { Value: var roundTrip } ? "the link lost the packets that measure it"
        : roundTrip * 1000 < _roundTrip ? $"the link took {FigureText.Duration(roundTrip * 1000)} there and back"
        : after.Find(LinkQuantities.Carried) is not { Value: > 0 } ? "the program's packets did not go through the link"
        : null;
}
