using System.Globalization;
using Fathom.Diagnosis.Observations;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>
/// A link between the program and what it calls, over which bytes come at half of the rate at which they came. By how much longer the
/// program then takes says for how many of its bytes it waits.
/// </summary>
public sealed class LimitedRate : Intervention
{
    private const double Share = 0.5;
    private const double MegabitsPerMegabyte = 8;

    private readonly IReadOnlyList<Destination> _targets;
    private readonly double _megabits;

    /// <summary>The change before it is fitted to a program.</summary>
    public LimitedRate()
        : this([], 1)
    {
    }

    private LimitedRate(IReadOnlyList<Destination> targets, double megabits)
        : base(
            "link_rate", "link-rate", value: megabits.ToString(CultureInfo.InvariantCulture) + "mbit",
            to: $"a link of {FigureText.Number(megabits)} Mbit/s", from: "none") =>
        (_targets, _megabits) = (targets, megabits);

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>();

    /// <inheritdoc/>
    public override bool Slows => true;

    /// <inheritdoc/>
    public override Setting Sets => LinkQuantities.Rate.Is(_megabits);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen)
    {
        if (seen.Find(TcpQuantities.ReceiveRate) is not { Value: > 0 and var rate } || ProgramLink.TargetsOf(seen) is not [_, ..] targets)
        {
            return null;
        }

        // Two digits are enough, and a user can write them.
        var megabits = double.Parse((Share * rate * MegabitsPerMegabyte).ToString("G2", CultureInfo.InvariantCulture),
            CultureInfo.InvariantCulture);
        return new LimitedRate(targets, megabits);
    }

    /// <inheritdoc/>
    public override async Task<RunEnvironment> PrepareAsync(CancellationToken cancellation) => await ProgramLink.OpenAsync(
        new LinkSpec { Down = new DirectionSpec { Rate = BitRate.FromMegabits(_megabits) }, Reach = _targets }, cancellation);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) => ProgramLink.WhyUnused(after);
}
