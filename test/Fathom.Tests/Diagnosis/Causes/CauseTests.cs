using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes;

/// <summary>What holds for every cause, over evidence of no study: a test makes it up.</summary>
/// <typeparam name="TCause">The cause.</typeparam>
public abstract class CauseTests<TCause>
    where TCause : Cause, new()
{
    private const int Replicates = 5;

    /// <summary>What was set and measured where the effect is there.</summary>
    protected abstract Setting[] Set { get; }

    /// <summary>What was measured there.</summary>
    protected abstract Setting[] Measured { get; }

    /// <summary>What the one change sets.</summary>
    protected abstract Setting Change { get; }

    /// <summary>What was measured after it.</summary>
    protected abstract Setting[] MeasuredAfter { get; }

    /// <summary>The quantity compared.</summary>
    protected abstract Quantity<double> Metric { get; }

    /// <summary>Trials beside the pair.</summary>
    protected virtual IEnumerable<Evidence> Others => [];

    /// <summary>Other comparisons of the study.</summary>
    protected virtual IReadOnlyList<Comparison> OtherComparisons => [];

    [Fact]
    public void The_evidence_of_the_cause_carries_a_claim_with_a_fix()
    {
        var diagnosis = Judge().ShouldNotBeNull();
        diagnosis.Claim.ShouldEndWith(".");
        diagnosis.Fix.ShouldNotBeEmpty();
    }

    [Fact]
    public void Without_one_of_the_observations_it_needs_nothing_is_claimed()
    {
        foreach (var need in new TCause().RequiredInStudy)
        {
            Judge(without: need).ShouldBeNull(need.Id);
        }
    }

    [Fact]
    public void A_difference_that_is_not_supported_proves_nothing() => Judge(supported: false).ShouldBeNull();

    [Fact]
    public void The_change_is_one_that_proves_it() => new TCause().ProvenBy.ShouldContain(Change.Of);

    /// <summary>Judges the evidence, with some of it replaced.</summary>
    protected Conclusion? Judge(Setting? but = null, Setting? butAfter = null, Quantity? without = null, bool supported = true)
    {
        Setting[] Replaced(IEnumerable<Setting> settings, Setting? by) =>
            [.. settings.Where(s => s.Of != without).Select(s => by is not null && s.Of == by.Of ? by : s)];
        var baseline = EvidenceOf("t01", Replaced(Set, but), Replaced(Measured, but));
        var counterfactual = EvidenceOf(
            "t02", [.. Set.Select(s => s.Of == Change.Of ? Change : s),
                .. Set.All(s => s.Of != Change.Of) ? [Change] : Array.Empty<Setting>()],
            [.. MeasuredAfter.Select(s => butAfter is not null && s.Of == butAfter.Of ? butAfter : s)]);
        if (!baseline.Has(Metric))
        {
            return null;
        }

        var difference = new PairDifference(new Estimate(4, 3, 5), 0.004, supported, "");
        return new TCause().Judge(new(
            baseline, counterfactual, new FactorChange("factor", "as it is", "changed", [Change.Of]), Metric, difference, Seed: 1)
        {
            Trials = [baseline, counterfactual, .. Others],
            AllComparisons = OtherComparisons,
        });
    }

    /// <summary>Evidence in which every set quantity is a factor of its own.</summary>
    protected static Evidence EvidenceOf(string id, IReadOnlyList<Setting> set, IReadOnlyList<Setting> measured) => new(
        id,
        set.ToDictionary(s => s.Of.Id, LevelOf),
        [
            .. set.Select(s => s.Observe(new ObservationSource.FactorLevel(s.Of.Id, LevelOf(s)))),
            .. measured.Select(s => Replicated(s)),
        ]);

    private static string LevelOf(Setting setting) => setting switch
    {
        Setting<double> number => FormattableString.Invariant($"{number.Value}"),
        Setting<string> name => name.Value,
        _ => setting.ToString(),
    };

    private static Observation Replicated(Setting setting) => setting is Setting<double> { Value: var value, Quantity: var quantity }
        ? new Observation<double>(quantity, value, new ObservationSource.Replicates(quantity.Id))
        {
            Interval = new(value, value, value),
            Samples = [.. Enumerable.Range(1, Replicates).Select(block => new Sample(block, value))],
        }
        : setting.Observe(new ObservationSource.Replicates(setting.Of.Id));
}
