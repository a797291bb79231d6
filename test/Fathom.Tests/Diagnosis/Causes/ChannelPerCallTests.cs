using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class ChannelPerCallTests : CauseTests<ChannelPerCallCause>
{
    protected override Setting[] Set => [CallQuantities.ChannelPerCall.Is(true), CallQuantities.Calls.Is(500),
        CallQuantities.Security.Is(Security.Tls)];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(1000), CallQuantities.ConnectionsOpened.Is(500)];

    protected override Setting Change => CallQuantities.ChannelPerCall.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(200), CallQuantities.ConnectionsOpened.Is(1)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Theory]
    [InlineData(Security.Plain, "plain")]
    [InlineData(Security.Tls, "TLS")]
    [InlineData(Security.MutualTls, "mutual TLS")]
    public void The_claim_names_the_cost_of_a_connection(Security security, string named) =>
        // 800 ms over 500 connections.
        Judge(CallQuantities.Security.Is(security))!.Claim.ShouldBe(
            $"A channel per call opened 500 connections for 500 calls where one channel opened 1: a {named} connection costs 1.6 ms "
                + "(1.6 to 1.6 ms), 1 s in all instead of 200 ms in all.");

    [Fact]
    public void Fewer_connections_than_calls_are_not_a_channel_per_call() =>
        Judge(CallQuantities.ConnectionsOpened.Is(499)).ShouldBeNull();

    [Fact]
    public void A_counterfactual_that_opens_connections_as_well_proves_nothing() =>
        Judge(butAfter: CallQuantities.ConnectionsOpened.Is(50)).ShouldBeNull();
}
