using Fathom.TestKit.Worlds;

namespace Fathom.Bench.Worlds;

/// <summary>A share of worlds, and what it may be.</summary>
/// <param name="Of">What is counted.</param>
/// <param name="Count">Worlds of which it is so.</param>
/// <param name="Worlds">Worlds that are asked.</param>
/// <param name="Bar">The least or the largest share.</param>
/// <param name="IsMost">Whether the bar is the largest share.</param>
internal sealed record WorldsBar(string Of, int Count, int Worlds, double Bar, bool IsMost)
{
    /// <summary>The share, 0 to 1.</summary>
    public double Share => Worlds == 0 ? 0 : Math.Round((double)Count / Worlds, 4);

    /// <summary>Whether the bar holds.</summary>
    public bool Holds => Worlds == 0 || (IsMost ? Share <= Bar : Share >= Bar);

    /// <summary>All bars.</summary>
    public static IReadOnlyList<WorldsBar> All(WorldTally tally) =>
    [
        new("a wrong cause is said to be found", tally.WrongProven, tally.Worlds, 0.01, IsMost: true),
        new("the truth is all that is named", tally.Alone, tally.Known, 0.8, IsMost: false),
        new("the truth is among at most two", tally.AmongTwo, tally.Known, 0.95, IsMost: false),
        new("healthy, beside a fault that costs 20 % or more", tally.CostlyHealthy, tally.Costly, 0.02, IsMost: true),
        new("a cause, where nothing is wrong", tally.SoundWithCause, tally.Sound, 0.02, IsMost: true),
    ];
}
