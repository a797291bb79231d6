using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.TestKit.Simulations;

/// <summary>Makes up examinations by a doctor: rounds of runs as it orders them, of noise alone or with a known ratio, judged as it judges
/// them. What a cause asks for beside the difference makes findings rarer than this.</summary>
/// <param name="IsService">Whether it is a service, where each suspected cause has trials of its own on both sides; a program has one
/// unchanged run in each round, which all changes share.</param>
/// <param name="Changes">How many changes are tried, from 1.</param>
/// <param name="Rounds">Rounds.</param>
public sealed record DoctorSimulation(bool IsService, int Changes, int Rounds)
{
    private const double Usual = 100;

    private static readonly NoiseModel FivePercent = NoiseModel.Lognormal("5 %", 0.05);

    /// <summary>Every examination that doctors plan: one to three suspected causes, by the fewest rounds that can prove them and by the
    /// most that are planned by default.</summary>
    /// <param name="mostOfProgram">The most rounds of a program.</param>
    /// <param name="mostOfService">The most rounds of a service.</param>
    public static IEnumerable<DoctorSimulation> Planned(int mostOfProgram, int mostOfService) =>
        from isService in new[] { false, true }
        from changes in Enumerable.Range(1, 3)
        from rounds in new[] { DifferenceTest.MinPairsFor(changes), isService ? mostOfService : mostOfProgram }.Distinct()
        select new DoctorSimulation(isService, changes, rounds);

    /// <summary>Returns how many examinations find a cause although no change makes a difference.</summary>
    /// <param name="noise">The noise.</param>
    /// <param name="runs">Number of examinations.</param>
    public int WithFalseFindings(NoiseModel noise, int runs) =>
        Enumerable.Range(1, runs).Count(seed => Judge(seed, noise, 1, ComparisonQuestion.Difference).Any(d => d.Supported));

    /// <summary>Returns how many examinations find that the first change makes no difference although its ratio is at the end of the
    /// margin.</summary>
    /// <param name="runs">Number of examinations.</param>
    public int WithFalseEquivalences(int runs) => Enumerable.Range(1, runs).Count(
        seed => Judge(seed, FivePercent, DifferenceTest.Equivalence.High, ComparisonQuestion.Equivalence)[0].Supported);

    /// <summary>Returns how many examinations find a true ratio of the first change, of those tried.</summary>
    /// <param name="ratio">The ratio.</param>
    /// <param name="noise">The noise.</param>
    /// <param name="runs">Number of examinations.</param>
    public int Finding(double ratio, NoiseModel noise, int runs) =>
        Enumerable.Range(1, runs).Count(seed => Judge(seed, noise, ratio, ComparisonQuestion.Difference)[0].Supported);

    private IReadOnlyList<PairDifference> Judge(int seed, NoiseModel noise, double ratio, ComparisonQuestion asksFirst)
    {
        var random = SeededRandom.For(seed, $"simulated examination, {noise.Name}");
        var factors = noise.Factors(random);
        var before = Enumerable.Range(0, Changes).Select(_ => new List<Sample>()).ToList();
        var after = Enumerable.Range(0, Changes).Select(_ => new List<Sample>()).ToList();
        for (var round = 0; round < Rounds; round++)
        {
            // Negative for the unchanged run that all changes of a program share.
            List<(int Change, bool IsChanged)> order =
            [
                .. Enumerable.Range(0, Changes).Select(c => (c, true)),
                .. IsService ? Enumerable.Range(0, Changes).Select(c => (c, false)) : [(-1, false)],
            ];
            random.Shuffle(order);
            var disturbed = noise == NoiseModel.SharedWithinStep ? factors((double)round / Rounds, order.Count) : null;
            foreach (var (place, (change, isChanged)) in order.Index())
            {
                var passed = (round + ((double)place / order.Count)) / Rounds;
                var value = Usual * (disturbed?[place] ?? factors(passed, 1)[0]);
                var sides = isChanged ? after : before;
                var effect = change == 0 && isChanged ? ratio : 1;
                foreach (var side in change < 0 ? sides : [sides[change]])
                {
                    side.Add(new Sample(round + 1, value / effect));
                }
            }
        }

        return DifferenceTest.Judge(
            [
                .. Enumerable.Range(0, Changes).Select(c => new ComparedSamples(
                    before[c], after[c], c == 0 ? asksFirst : ComparisonQuestion.Difference, $"change {c}")
                {
                    IsPaired = true,
                }),
            ],
            seed);
    }
}
