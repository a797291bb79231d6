using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Doctor;

/// <summary>Rounds in which changes are compared with what is unchanged, and how many fit into the time left.</summary>
/// <param name="Changes">How many changes are tried in each round.</param>
/// <param name="Rounds">Rounds, each one pair for every change; 0 where no proof fits.</param>
/// <param name="Fewest">The fewest rounds of a proof.</param>
internal sealed record RoundPlan(int Changes, int Rounds, int Fewest)
{
    private const int MaxRoundsAgain = 2;

    /// <summary>Plans rounds: as many changes as fit with the fewest rounds that can prove them, then as many rounds as fit.</summary>
    /// <param name="unchanged">Time of what a round does once for all changes.</param>
    /// <param name="changed">Time that a round takes more for each change; what may cost most time is first.</param>
    /// <param name="left">The time left.</param>
    /// <param name="beyond">Where nothing fits, the most time that the fewest rounds of the first change may take beyond it; 0 where the
    /// time left is a bound.</param>
    /// <param name="most">The most rounds.</param>
    /// <param name="before">How many changes were compared before: all of them share the false findings.</param>
    public static RoundPlan Of(
        TimeSpan unchanged, IReadOnlyList<TimeSpan> changed, TimeSpan left, TimeSpan beyond, int most, int before = 0)
    {
        for (var changes = changed.Count; changes > 0; changes--)
        {
            var fewest = DifferenceTest.MinPairsFor(changes + before);
            var fit = (int)Math.Clamp(left / TimeOf(unchanged, changed, changes), 0, most);
            if (fit >= fewest)
            {
                return new RoundPlan(changes, fit, fewest);
            }
        }

        var least = DifferenceTest.MinPairsFor(1 + before);
        return changed.Count > 0 && least * TimeOf(unchanged, changed, 1) <= beyond
            ? new RoundPlan(1, least, least) : new RoundPlan(0, 0, least);
    }

    /// <summary>Time of a round with so many of the changes.</summary>
    public static TimeSpan TimeOf(TimeSpan unchanged, IReadOnlyList<TimeSpan> changed, int changes) =>
        changed.Take(changes).Aggregate(unchanged, (sum, t) => sum + t) is var sum && sum > TimeSpan.Zero ? sum : TimeSpan.FromTicks(1);

    /// <summary>Carries the rounds out, each of its parts once in random order. As few rounds as can prove anything are often all that is
    /// planned: a round that lost a part is made again.</summary>
    /// <param name="parts">What is done in each.</param>
    /// <param name="seed">Seed of the order.</param>
    /// <param name="run">Does one part of a round, by its number from 1, and says whether it can be compared.</param>
    public async Task RunAsync<T>(IReadOnlyList<T> parts, int seed, Func<int, T, Task<bool>> run)
    {
        var random = SeededRandom.For(seed, "order of runs");
        var rounds = Rounds;
        for (var round = 1; round <= rounds; round++)
        {
            List<T> order = [.. parts];
            random.Shuffle(order);
            var isComplete = true;
            foreach (var part in order)
            {
                isComplete &= await run(round, part);
            }

            rounds += !isComplete && rounds < Rounds + MaxRoundsAgain ? 1 : 0;
        }
    }
}
