using Fathom.Diagnosis.Causes.EventLoopBlocked;
using Fathom.Diagnosis.Causes.GcPauses;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class EventLoopBlockedTests
{
    private static readonly EventLoopBlockedCause Cause = new();

    private static readonly Setting[] Held =
    [
        ServiceQuantities.Server.Is("not recognised"), BehaviourQuantities.Library.Is("grpc-js"), ServiceQuantities.CallTime.Is(40),
        BehaviourQuantities.NoOpBesideOne.Is(22), BehaviourQuantities.PingBesideOne.Is(21),
    ];

    private static readonly Setting[] Stopping =
    [
        ServiceQuantities.Server.Is("not recognised"), BehaviourQuantities.Library.Is("grpc-js"), BehaviourQuantities.IdleStops.Is(3),
        BehaviourQuantities.IdleStopShare.Is(0.3), BehaviourQuantities.LoadedStops.Is(6), BehaviourQuantities.LoadedStopShare.Is(0.3),
        BehaviourQuantities.LongestStop.Is(180),
    ];

    [Fact]
    public void Calls_that_hold_the_one_thread_hold_PING_and_no_op_calls_and_are_proven_by_their_absence()
    {
        var seen = ServiceEvidence.With(Held);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        ServiceEvidence.Judge(Cause, seen, BehaviourQuantities.MethodBeside.Is(false), BehaviourQuantities.NoOpBesideOne, 22, 0.4)
            .ShouldNotBeNull().Claim.ShouldContain("takes 22 ms beside one call at a time, and 400 µs without");
    }

    [Fact]
    public void A_small_difference_proves_nothing() => ServiceEvidence.Judge(
        Cause, ServiceEvidence.With(Held), BehaviourQuantities.MethodBeside.Is(false), BehaviourQuantities.NoOpBesideOne, 22, 12)
        .ShouldBeNull();

    [Fact]
    public void PING_that_answers_while_no_op_calls_wait_is_no_loop_that_is_held() => Cause.ScreenService(ServiceEvidence.With(
        [.. Held.SkipLast(1), BehaviourQuantities.PingBesideOne.Is(0.3)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_network_on_which_TCP_is_as_slow_is_no_loop_that_is_held() => Cause.ScreenService(ServiceEvidence.With(
        [.. Held, BehaviourQuantities.TcpBesideOne.Is(20)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Stops_with_and_without_calls_are_the_servers_own_work_on_its_thread()
    {
        Cause.ScreenService(ServiceEvidence.With(Stopping))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldStartWith("the whole server stopped 9 times for up to 180 ms"));
        new GcPausesCause().ScreenService(ServiceEvidence.With(Stopping))!.IsSuspected.ShouldBeFalse();
    }

    [Fact]
    public void Short_stops_on_the_grid_of_periods_are_those_of_a_limit_of_processor_time() => Cause.ScreenService(ServiceEvidence.With(
        [.. Stopping.SkipLast(1), BehaviourQuantities.LongestStop.Is(70), BehaviourQuantities.StopGrid.Is(0.97)]))!
        .IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData("Kestrel", "Grpc.AspNetCore")]
    [InlineData("not recognised", "grpc-go")]
    public void A_server_with_several_threads_has_no_loop_that_is_held(string server, string library) => Cause.ScreenService(
        ServiceEvidence.With([.. Stopping.Skip(2), ServiceQuantities.Server.Is(server), BehaviourQuantities.Library.Is(library)]))!
        .IsSuspected.ShouldBeFalse();
}
