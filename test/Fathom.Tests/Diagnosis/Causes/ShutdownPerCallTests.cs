using Fathom.Diagnosis.Causes.ShutdownPerCall;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class ShutdownPerCallTests : CauseTests<ShutdownPerCallCause>
{
    protected override Setting[] Set =>
        [CallQuantities.AwaitsShutdown.Is(true), CallQuantities.ChannelPerCall.Is(true), CallQuantities.Calls.Is(500)];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(2_500)];

    protected override Setting Change => CallQuantities.AwaitsShutdown.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(500)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void The_claim_names_the_cost_of_a_call() => Judge()!.Claim.ShouldBe(
        "Waiting for the shutdown of a channel after every call costs 4 ms a call: 2.5 s for 500 calls, and 500 ms where the shutdown is "
            + "not waited for.");

    [Fact]
    public void One_channel_for_all_calls_is_shut_down_once() => Judge(CallQuantities.ChannelPerCall.Is(false)).ShouldBeNull();
}
