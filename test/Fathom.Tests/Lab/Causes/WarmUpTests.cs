using Fathom.Lab.Causes.WarmUp;
using Fathom.Lab.Observations;

namespace Fathom.Tests.Lab.Causes;

public sealed class WarmUpTests : CauseTests<WarmUpCause>
{
    private readonly List<Evidence> _others = [];

    protected override Setting[] Set =>
    [
        CallQuantities.WarmUp.Is(0), CallQuantities.Counted.Is(0.2), CallQuantities.PayloadKind.Is("text"),
        CallQuantities.PayloadBytes.Is(0),
    ];

    protected override Setting[] Measured => [CallQuantities.TimePerCall.Is(35_000)];

    protected override Setting Change => CallQuantities.WarmUp.Is(2);

    protected override Setting[] MeasuredAfter => [CallQuantities.TimePerCall.Is(80)];

    protected override Quantity<double> Metric => CallQuantities.TimePerCall;

    protected override IEnumerable<Evidence> Others => _others;

    [Fact]
    public void The_claim_names_both_rates() => Judge()!.Claim.ShouldBe(
        "A process begins slowly: 28.6 messages a second over its first 0.2 s, and 12,500 after changed s that are not counted.");

    [Fact]
    public void A_baseline_that_was_warmed_up_shows_nothing() => Judge(CallQuantities.WarmUp.Is(0.3)).ShouldBeNull();

    [Theory]
    [InlineData(180, "170 (text), 180 (zero) MB/s.")]
    [InlineData(170, "170 (text), 170 (zero) MB/s: their intervals overlap, the kind makes no difference.")]
    public void Kinds_of_payload_are_compared_at_their_largest_size(double zeros, string ending)
    {
        _others.AddRange([Sized("text", 10 << 20, 170), Sized("zero", 10 << 20, zeros), Sized("text", 1024, 1), Sized("zero", 1024, 2)]);
        Judge()!.Claim.ShouldEndWith(" In random order, uncompressed payloads of 10485760 came at " + ending);
    }

    private static Evidence Sized(string kind, double bytes, double rate) => EvidenceOf(
        $"{kind}{bytes}",
        [CallQuantities.WarmUp.Is(2), CallQuantities.Counted.Is(5), CallQuantities.PayloadKind.Is(kind),
            CallQuantities.PayloadBytes.Is(bytes)],
        [CallQuantities.PayloadRate.Is(rate)]);
}
