using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.WarmUp;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class WarmUpTests : CauseTests<WarmUpCause>
{
    private readonly List<Comparison> _kinds = [];

    protected override Setting[] Set =>
    [
        CallQuantities.WarmUp.Is(0), CallQuantities.Counted.Is(0.2), CallQuantities.PayloadKind.Is("text"),
        CallQuantities.PayloadBytes.Is(0),
    ];

    protected override Setting[] Measured => [CallQuantities.TimePerCall.Is(35_000)];

    protected override Setting Change => CallQuantities.WarmUp.Is(2);

    protected override Setting[] MeasuredAfter => [CallQuantities.TimePerCall.Is(80)];

    protected override Quantity<double> Metric => CallQuantities.TimePerCall;

    protected override IReadOnlyList<Comparison> OtherComparisons => _kinds;

    [Fact]
    public void The_claim_names_both_rates() => Judge()!.Claim.ShouldBe(
        "A process begins slowly: 28.6 messages a second over its first 0.2 s, and 12,500 after 2 s that are not counted. Nothing is said "
            + "of longer runs, in which a start is lost.");

    [Fact]
    public void A_baseline_that_was_warmed_up_shows_nothing() => Judge(CallQuantities.WarmUp.Is(0.3)).ShouldBeNull();

    [Theory]
    [InlineData(true, true, ": every two of them differ by less than 20 %, the kind makes no difference.")]
    [InlineData(true, false, ".")]
    [InlineData(false, false, ".")]
    public void The_kind_of_payload_makes_no_difference_where_every_two_are_equivalent(bool first, bool second, string ending)
    {
        var (text, zero, rand) = (Sized("text", 170), Sized("zero", 180), Sized("rand", 165));
        _kinds.AddRange([Kinds(text, zero, first), Kinds(text, rand, second), Kinds(zero, rand, true)]);
        Judge()!.Claim.ShouldEndWith(" In random order, uncompressed payloads of 10 MiB came at "
            + "170 (text), 180 (zero), 165 (rand) MB/s" + ending);
    }

    [Fact]
    public void An_equivalence_is_no_finding_of_its_own() =>
        new WarmUpCause().Judge(Kinds(Sized("text", 170), Sized("zero", 170), true)).ShouldBeNull();

    private Comparison Kinds(Evidence one, Evidence other, bool isEquivalent) => new(
        one, other, new FactorChange("payload", "a", "b", [CallQuantities.PayloadKind]), Metric,
        new PairDifference(new Estimate(1, 0.9, 1.1), 0.004, isEquivalent, "") { Asks = ComparisonQuestion.Equivalence }, Seed: 1)
        {
            Cause = WarmUpCause.Name,
        };

    private static Evidence Sized(string kind, double rate) => EvidenceOf(
        kind,
        [CallQuantities.WarmUp.Is(2), CallQuantities.Counted.Is(5), CallQuantities.PayloadKind.Is(kind),
            CallQuantities.PayloadBytes.Is(10 << 20)],
        [CallQuantities.PayloadRate.Is(rate), CallQuantities.TimePerCall.Is(1e6 / rate)]);
}
