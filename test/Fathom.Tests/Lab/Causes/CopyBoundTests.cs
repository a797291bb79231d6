using Fathom.Lab.Causes.CopyBound;
using Fathom.Lab.Observations;

namespace Fathom.Tests.Lab.Causes;

public sealed class CopyBoundTests : CauseTests<CopyBoundCause>
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
    public void The_claim_counts_copies_that_would_take_as_long() =>
        // 61.8 ms of both processes, 20 MiB both ways, 4,000 MB copied in a second.
        Judge()!.Claim.ShouldBe(
            "Moving bytes is what a message of 10,485,760 bytes costs: each byte takes both processes as long as 11.8 copies in memory "
                + "(4,000 MB/s), and 3.93 with factor changed and nothing else changed.");

    [Fact]
    public void Below_a_megabyte_bytes_are_not_what_a_message_costs() =>
        Judge(CallQuantities.PayloadBytes.Is((1 << 20) - 1)).ShouldBeNull();
}
