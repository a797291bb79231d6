using Fathom.TestKit.Worlds;

namespace Fathom.Bench.Worlds;

/// <summary>What was said of the worlds with one fault.</summary>
/// <param name="Fault">The fault, as <see cref="FaultKind"/> has it.</param>
/// <param name="SeesProcessors">Whether the server's processor time was read.</param>
/// <param name="Right">The causes that are right; none where nothing that is known is wrong.</param>
/// <param name="Worlds">Worlds.</param>
/// <param name="Slight">Those left out, since the fault costs next to nothing in them.</param>
/// <param name="Alone">The truth is all that is named.</param>
/// <param name="AmongTwo">The truth is among at most two.</param>
/// <param name="Named">The truth is among those named.</param>
/// <param name="WrongProven">A wrong cause is said to be found.</param>
/// <param name="Verdicts">How often each verdict was given; a star after one that is said to be found.</param>
internal sealed record WorldsRow(
    string Fault, bool SeesProcessors, IReadOnlyList<string> Right, int Worlds, int Slight, int Alone, int AmongTwo, int Named,
    int WrongProven, IReadOnlyDictionary<string, int> Verdicts);

/// <summary>The verdicts by what is wrong.</summary>
internal static class WorldsMatrix
{
    public static IReadOnlyList<WorldsRow> Of(IEnumerable<WorldOutcome> outcomes) =>
    [
        .. outcomes.GroupBy(o => (o.Kind, o.World.SeesProcess)).OrderBy(g => g.Key.Kind).ThenBy(g => g.Key.SeesProcess)
            .Select(g => RowOf(g.Key.Kind, g.Key.SeesProcess, [.. g])),
    ];

    private static WorldsRow RowOf(FaultKind kind, bool seesProcessors, IReadOnlyList<WorldOutcome> all)
    {
        var counted = all.Where(o => !o.IsSlight).ToList();
        return new WorldsRow(
            kind.ToString(), seesProcessors, WorldTruth.CausesOf(kind), counted.Count,
            all.Count - counted.Count,
            counted.Count(o => o.HasTruth && o.Verdict.Causes.Count == 1),
            counted.Count(o => o.HasTruth && o.Verdict.Causes.Count <= 2),
            counted.Count(o => o.HasTruth),
            counted.Count(o => o.Verdict.IsProven && !o.HasTruth),
            counted.GroupBy(o => o.Verdict.Text + (o.Verdict.IsProven ? " *" : "")).OrderByDescending(g => g.Count())
                .ThenBy(g => g.Key, StringComparer.Ordinal).ToDictionary(g => g.Key, g => g.Count()));
    }
}
