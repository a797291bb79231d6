using Fathom.Records.Comparing;

namespace Fathom.Doctor;

/// <summary>How many rounds of runs fit into the time left.</summary>
/// <param name="Changes">How many changes are tried in each round, beside the unchanged program.</param>
/// <param name="Rounds">Rounds, each one pair for every change; 0 where no proof fits.</param>
/// <param name="Fewest">The fewest rounds of a proof.</param>
internal sealed record PairPlan(int Changes, int Rounds, int Fewest)
{
    /// <summary>Plans rounds: as many changes as fit with the fewest rounds that can prove them, then as many rounds as fit.</summary>
    /// <param name="unchanged">Time of an unchanged run.</param>
    /// <param name="changed">Time of a run with each change; what may cost most time is first.</param>
    /// <param name="left">The time left; null to take what the fewest rounds need.</param>
    /// <param name="preferred">The time to aim at where none is given.</param>
    /// <param name="most">The most rounds.</param>
    public static PairPlan Of(TimeSpan unchanged, IReadOnlyList<TimeSpan> changed, TimeSpan? left, TimeSpan preferred, int most)
    {
        for (var changes = changed.Count; changes > 0; changes--)
        {
            var fewest = DifferenceTest.FewestPairsFor(changes);
            var round = unchanged + changed.Take(changes).Aggregate(TimeSpan.Zero, (sum, t) => sum + t);
            var fit = (int)Math.Min(most, (left ?? preferred) / round);
            if (fit >= fewest)
            {
                return new PairPlan(changes, fit, fewest);
            }

            if (left is null && changes == 1)
            {
                return new PairPlan(1, Math.Min(most, fewest), fewest);
            }
        }

        return new PairPlan(0, 0, DifferenceTest.FewestPairsFor(1));
    }
}
