using Fathom.Diagnosis.Causes.CipherCost;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class CipherCostTests : CauseTests<CipherCostCause>
{
    protected override Setting[] Set => [CallQuantities.Security.Is(Security.MutualTls), CallQuantities.PayloadBytes.Is(10 << 20)];

    protected override Setting[] Measured =>
    [
        CallQuantities.TimePerCall.Is(60_000), CallQuantities.ClientCpu.Is(30_900), CallQuantities.ServerCpu.Is(30_900),
        ProcessQuantities.CopyRate.Is(4000),
    ];

    protected override Setting Change => CallQuantities.Security.Is(Security.Plain);

    protected override Setting[] MeasuredAfter =>
        [CallQuantities.TimePerCall.Is(20_000), CallQuantities.ClientCpu.Is(10_300), CallQuantities.ServerCpu.Is(10_300)];

    protected override Quantity<double> Metric => CallQuantities.TimePerCall;

    [Fact]
    public void The_claim_is_the_share_of_the_cipher_and_says_that_no_pair_shows_the_rest() =>
        // 61.8 and 20.6 ms of both processes; 20 MiB both ways, 4,000 MB copied in a second.
        Judge()!.Claim.ShouldBe(
            "The cipher takes 66.7 % of the processor time of a message of 10 MiB: both processes need 61.8 ms for it, and 20.6 ms with "
                + "changed and nothing else changed. What remains takes as long as 3.93 copies of each byte in memory; no pair shows "
                + "what it consists of.");

    [Fact]
    public void Processor_time_that_is_no_less_without_TLS_shows_no_cost_of_the_cipher() =>
        Judge(butAfter: CallQuantities.ServerCpu.Is(60_000)).ShouldBeNull();

    [Fact]
    public void Below_a_megabyte_bytes_are_not_what_a_message_costs() =>
        Judge(CallQuantities.PayloadBytes.Is((1 << 20) - 1)).ShouldBeNull();
}
