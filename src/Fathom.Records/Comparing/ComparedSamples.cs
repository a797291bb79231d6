using Fathom.Statistics;

namespace Fathom.Records.Comparing;

/// <summary>What a comparison asks of its two trials.</summary>
public enum ComparisonQuestion
{
    /// <summary>Whether the baseline is larger than the counterfactual.</summary>
    Difference,

    /// <summary>Whether the change makes no difference that matters: two one-sided tests, never a missing difference.</summary>
    Equivalence,
}

/// <summary>The replicates of one comparison.</summary>
/// <param name="Baseline">The replicates of the baseline, larger where there is a difference; empty where it was not measured.</param>
/// <param name="Counterfactual">The replicates of the counterfactual.</param>
/// <param name="Asks">What the comparison asks.</param>
/// <param name="Purpose">Names the comparison, so that each has random arrangements of its own.</param>
public sealed record ComparedSamples(
    IReadOnlyList<Sample> Baseline, IReadOnlyList<Sample> Counterfactual, ComparisonQuestion Asks, string Purpose)
{
    /// <summary>Whether the two values of a block are a pair, measured in random order. A value without its partner is not
    /// compared.</summary>
    public bool IsPaired { get; init; }

    /// <summary>The number of replicates of the side that has fewer; of pairs, their number.</summary>
    public int Fewest => Math.Min(Compared.Baseline.Count, Compared.Counterfactual.Count);

    /// <summary>All values that are compared.</summary>
    public IEnumerable<double> Values => Compared.Baseline.Concat(Compared.Counterfactual);

    /// <summary>The values of both sides; of pairs, in their order.</summary>
    public (IReadOnlyList<double> Baseline, IReadOnlyList<double> Counterfactual) Compared
    {
        get
        {
            if (!IsPaired)
            {
                return ([.. Baseline.Select(s => s.Value)], [.. Counterfactual.Select(s => s.Value)]);
            }

            var pairs = Baseline.Join(Counterfactual, s => s.Block, s => s.Block, (b, c) => (b.Value, c.Value)).ToList();
            return ([.. pairs.Select(p => p.Item1)], [.. pairs.Select(p => p.Item2)]);
        }
    }
}
