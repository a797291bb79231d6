namespace Fathom.TestKit.Worlds;

/// <summary>A world that was examined.</summary>
/// <param name="Seed">Its seed.</param>
/// <param name="Kind">What is wrong in it.</param>
/// <param name="World">What it is made of.</param>
/// <param name="Cost">The share of the time that what is wrong costs, 0 to 1; 0 where nothing that is known is.</param>
/// <param name="Verdict">What was said of it.</param>
public sealed record WorldOutcome(long Seed, FaultKind Kind, WorldParameters World, double Cost, WorldVerdict Verdict)
{
    /// <summary>What costs less is no fault: such worlds are left out.</summary>
    public const double MinCost = 0.1;

    private static readonly FaultKind[] Kinds = Enum.GetValues<FaultKind>();

    /// <summary>Whether the world is left out.</summary>
    public bool IsSlight => Cost < MinCost && (WorldTruth.IsKnown(Kind) || Kind == FaultKind.Two);

    /// <summary>Whether a right cause is among those named.</summary>
    public bool HasTruth => Verdict.Causes.Intersect(WorldTruth.CausesOf(World)).Any();

    /// <summary>What is wrong in the world of a seed: each kind in turn.</summary>
    public static FaultKind KindOf(long seed) => Kinds[seed % Kinds.Length];

    /// <summary>Examines the world of a seed.</summary>
    /// <param name="seed">The seed, from 0.</param>
    /// <param name="kind">What is wrong in it.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<WorldOutcome> ExamineAsync(long seed, FaultKind kind, CancellationToken cancellation = default)
    {
        var world = new World(seed, kind);
        var isMeasured = WorldTruth.IsKnown(kind) || kind is FaultKind.BehindProxy or FaultKind.Two;
        var cost = isMeasured ? await WorldTruth.CostAsync(seed, world.Parameters, cancellation) : 0;
        var verdict = cost < MinCost && isMeasured ? new WorldVerdict([], false, false, 0, [])
            : await new WorldDoctor(world).ExamineAsync(cancellation);
        return new WorldOutcome(seed, kind, world.Parameters, cost, verdict);
    }
}
