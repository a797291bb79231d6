using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.HostExonerated;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes;

/// <summary>When a host is cleared, and when it is not.</summary>
public class HostExoneratedTests
{
    private static readonly Evidence Baseline = EvidenceOf("t01", "kestrel", 6_200);

    [Fact]
    public void A_host_that_makes_no_difference_to_calls_that_another_change_makes_faster_is_exonerated()
    {
        var diagnosis = Judge(Exchange(), Remedy()).ShouldNotBeNull();
        diagnosis.Claim.ShouldBe(
            "The host makes no difference: the same client takes 6.2 s with Kestrel and 6.15 s with other (ratio 1.01, 0.98 to 1.03, "
                + "margin 0.8 to 1.25), where another change alone (awaited) makes the same calls 50 times faster.");
        diagnosis.Fix.ShouldNotBeEmpty();
    }

    [Fact]
    public void Without_another_effect_two_hosts_that_are_alike_clear_nobody() => Judge(Exchange()).ShouldBeNull();

    [Fact]
    public void An_effect_that_is_not_supported_is_none() => Judge(Exchange(), Remedy(supported: false)).ShouldBeNull();

    [Fact]
    public void An_effect_of_other_calls_is_none() =>
        Judge(Exchange(), Remedy() with { Baseline = EvidenceOf("t09", "kestrel", 6_200) }).ShouldBeNull();

    [Fact]
    public void Another_host_is_no_other_effect() => Judge(Exchange(), Remedy(of: CallQuantities.ServerStack)).ShouldBeNull();

    [Fact]
    public void A_missing_difference_is_no_equivalence() => Judge(Exchange(supported: false), Remedy()).ShouldBeNull();

    [Fact]
    public void A_difference_exonerates_nobody() => Judge(Exchange(ComparisonQuestion.Difference), Remedy()).ShouldBeNull();

    private static Conclusion? Judge(params Comparison[] ofBaseline) =>
        new HostExoneratedCause().Judge(ofBaseline[0] with { AllComparisons = ofBaseline });

    private static Comparison Exchange(ComparisonQuestion asks = ComparisonQuestion.Equivalence, bool supported = true) =>
        Compared("host", "kestrel", "other", CallQuantities.ServerStack, EvidenceOf("t02", "other", 6_150),
            new(new Estimate(1.01, 0.98, 1.03), 0.001, supported, "") { Asks = asks });

    private static Comparison Remedy(bool supported = true, Quantity? of = null) =>
        Compared("call", "blocking", "async", of ?? CallQuantities.CallersBlock, EvidenceOf("t03", "kestrel", 124),
            new(new Estimate(50, 45, 55), 0.001, supported, ""));

    private static Comparison Compared(
        string factor, string from, string to, Quantity of, Evidence counterfactual, PairDifference difference) =>
        new(Baseline, counterfactual, new FactorChange(factor, from, to, [of]), CallQuantities.WallTime, difference, Seed: 1);

    private static Evidence EvidenceOf(string id, string host, double wall) => new(
        id, new Dictionary<string, string> { ["host"] = host },
        [
            CallQuantities.ServerStack.Is(host).Observe(new ObservationSource.FactorLevel("host", host)),
            CallQuantities.WallTime.Is(wall).Observe(new ObservationSource.Replicates("wall_ms")),
        ]);
}
