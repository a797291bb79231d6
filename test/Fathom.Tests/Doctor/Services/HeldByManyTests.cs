using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.EventLoopBlocked;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Calls too short for one to hold others, which many at once do. The figures are those of 32 calls on grpc-js that compute
/// 3 ms each.</summary>
public sealed class HeldByManyTests
{
    private static readonly EventLoopBlockedCause Cause = new();

    private static readonly Setting[] Held =
    [
        ServiceQuantities.Server.Is("not recognised"), BehaviourQuantities.Library.Is("grpc-js"), ServiceQuantities.NoOpTime.Is(0.88),
        ServiceQuantities.CallTime.Is(5.53), ServiceQuantities.BurstTime.Is(129), ServiceQuantities.SpreadBurstTime.Is(123),
        ServiceQuantities.NoOpBurstTime.Is(5.95), ServiceQuantities.LongestNoOp.Is(122), ServiceQuantities.LoadedPing.Is(122),
        ServiceQuantities.LoadedTcp.Is(1.41), BehaviourQuantities.NoOpBesideOne.Is(1.38), BehaviourQuantities.PingBesideOne.Is(1.43),
    ];

    [Fact]
    public void Short_calls_at_once_that_hold_the_one_thread_are_proven_by_one_at_a_time()
    {
        var seen = ServiceEvidence.With(Held);
        Cause.ScreenService(seen)!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.957, 0.001),
            s => s.Evidence.ShouldStartWith("32 calls at once take 129 ms, one 5.53 ms, and meanwhile on another connection a no-op call "
                + "up to 122 ms and PING up to 122 ms"));
        Judge(seen, 80, 6).ShouldNotBeNull().Claim.ShouldContain("up to 80 ms beside 32 calls, and 6 ms beside one at a time");
    }

    [Fact]
    public void A_small_difference_proves_nothing() => Judge(ServiceEvidence.With(Held), 80, 40).ShouldBeNull();

    [Fact]
    public void PING_that_is_answered_meanwhile_is_no_thread_that_is_held() =>
        IsSuspected(ServiceQuantities.LoadedPing.Is(2)).ShouldBeFalse();

    [Fact]
    public void A_network_on_which_TCP_is_as_slow_is_no_thread_that_is_held() =>
        IsSuspected(ServiceQuantities.LoadedTcp.Is(90)).ShouldBeFalse();

    [Fact]
    public void No_op_calls_at_once_that_take_as_long_are_no_fault_of_the_method() =>
        IsSuspected(ServiceQuantities.NoOpBurstTime.Is(60)).ShouldBeFalse();

    [Fact]
    public void Calls_that_take_about_as_long_at_once_as_alone_hold_no_thread() =>
        IsSuspected(ServiceQuantities.BurstTime.Is(12), ServiceQuantities.LongestNoOp.Is(9), ServiceQuantities.LoadedPing.Is(9))
            .ShouldBeFalse();

    [Fact]
    public void No_op_calls_that_are_answered_meanwhile_are_not_held() => IsSuspected(ServiceQuantities.LongestNoOp.Is(30)).ShouldBeFalse();

    [Fact]
    public void Calls_at_once_that_were_interrupted_say_nothing()
    {
        var whole = ServiceEvidence.With(Held).All;
        var seen = new Evidence(
            "service", new Dictionary<string, string>(), whole.Where(o => o.Of != ServiceQuantities.NoOpBurstTime));
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
    }

    [Theory]
    [InlineData("Kestrel", "Grpc.AspNetCore")]
    [InlineData("not recognised", "unknown")]
    public void Of_another_library_it_is_not_known_that_it_answers_on_one_thread(string server, string library) =>
        IsSuspected(ServiceQuantities.Server.Is(server), BehaviourQuantities.Library.Is(library)).ShouldBeFalse();

    private static bool IsSuspected(params Setting[] changed) =>
        Cause.ScreenService(ServiceEvidence.With([.. Held, .. changed])) is { IsSuspected: true };

    private static Conclusion? Judge(Evidence seen, double before, double after) => ServiceEvidence.Judge(
        Cause, seen, ServiceQuantities.CallsBeside.Is(1), ServiceQuantities.LongestNoOp, before, after);
}
