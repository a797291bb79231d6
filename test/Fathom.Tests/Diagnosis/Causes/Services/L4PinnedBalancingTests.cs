using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.L4PinnedBalancing;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class L4PinnedBalancingTests
{
    private static readonly L4PinnedBalancingCause Cause = new();

    private static readonly Evidence Pinned = Placed(differ: true);

    [Fact]
    public void Connections_that_differ_again_and_again_reach_different_servers()
    {
        Cause.ScreenService(Pinned)!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(),
            s => s.Evidence.ShouldBe("on 4 of 8 connections a call takes 26 ms, on the others 4 ms, again and again"));
        Judge(26, 4).ShouldNotBeNull().Claim.ShouldContain("a call takes 26 ms on one connection and 4 ms on another");
    }

    [Fact]
    public void Calls_that_differ_on_one_connection_as_much_are_a_server_that_is_slow_at_times() =>
        Cause.ScreenService(Placed(differ: false))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Connections_that_become_alike_prove_nothing() => Judge(5, 4).ShouldBeNull();

    private static Conclusion? Judge(double before, double after) => ServiceEvidence.Judge(
        Cause, Pinned, BehaviourQuantities.ConnectionNumber.Is(1), ServiceQuantities.CallTime, before, after);

    private static Evidence Placed(bool differ) => ServiceEvidence.With(BehaviourQuantities.SlowConnections.Is(4),
        BehaviourQuantities.SlowConnectionTime.Is(26), BehaviourQuantities.FastConnectionTime.Is(4),
        BehaviourQuantities.ConnectionsDiffer.Is(differ));
}
