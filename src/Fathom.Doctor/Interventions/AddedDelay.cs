using System.Globalization;
using Fathom.Diagnosis.Observations;
using Fathom.Link.Plans;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

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

    private readonly IReadOnlyList<Destination> _targets;
    private readonly double _roundTrip;

    /// <summary>The change before it is fitted to a program.</summary>
    public AddedDelay()
        : this([], RoundTrips[^1])
    {
    }

    private AddedDelay(IReadOnlyList<Destination> targets, double roundTrip)
        : base(
            "link_delay", "link-delay", value: (roundTrip / 2).ToString(CultureInfo.InvariantCulture) + "ms",
            to: $"a link of {FigureText.Duration(roundTrip)} there and back", from: "none") =>
        (_targets, _roundTrip) = (targets, roundTrip);

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>();

    /// <inheritdoc/>
    public override bool Slows => true;

    /// <inheritdoc/>
    public override Setting Sets => LinkQuantities.AddedDelay.Is(_roundTrip / 2);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen)
    {
        if (seen.Find(WatchQuantities.Exchanges) is not { Value: > 0 and var calls }
            || seen.Find(WatchQuantities.Watched) is not { Value: var watched })
        {
            return null;
        }

        var wanted = AddedShare * watched / calls;
        return ProgramLink.TargetsOf(seen) is [_, ..] targets
            ? new AddedDelay(targets, RoundTrips.LastOrDefault(r => r <= wanted, RoundTrips[0]))
            : null;
    }

    /// <inheritdoc/>
    public override async Task<RunEnvironment> PrepareAsync(CancellationToken cancellation) => await ProgramLink.OpenAsync(
        new LinkSpec { Both = new DirectionSpec { Delay = TimeSpan.FromMilliseconds(_roundTrip / 2) }, Reach = _targets }, cancellation);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(LinkQuantities.RoundTrip) is not { Value: var roundTrip } ? "the link lost the packets that measure it"
        : roundTrip * 1000 < _roundTrip ? $"the link took {FigureText.Duration(roundTrip * 1000)} there and back"
        : ProgramLink.WhyUnused(after);
}
