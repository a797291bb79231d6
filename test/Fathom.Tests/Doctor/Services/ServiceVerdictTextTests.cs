using Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;
using Fathom.Diagnosis.Causes.MethodWaits;
using Fathom.Diagnosis.Causes.SlowMiddleware;
using Fathom.Diagnosis.Examination;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Diagnosis.Observations;
using Fathom.TestKit.Worlds;
using Fathom.Tests.Diagnosis.Examination;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Doctor.Services;

public class ServiceVerdictTextTests
{
    private static readonly Arbitrary<int[]> Clocks = Gen.Choose(1, 10_000).ArrayOf(4).ToArbitrary();

    [Fact]
    public void The_parts_of_a_call_add_up_to_it_whatever_the_clocks_say() => Prop.ForAll(Clocks, clocks =>
    {
        var parts = ServiceVerdictText.Parts(ServiceEvidence.With(ServiceQuantities.TcpRoundTrip.Is(clocks[0]),
            ServiceQuantities.PingTime.Is(clocks[1]), ServiceQuantities.NoOpTime.Is(clocks[2]), ServiceQuantities.CallTime.Is(clocks[3])));
        parts.Sum(p => p.Ms).ShouldBe(clocks[3], 0.01);
        parts.ShouldAllBe(p => p.Ms >= 0);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Each_part_is_what_a_clock_shows_beyond_the_one_before() => ServiceVerdictText.Parts(ServiceEvidence.With(
        ServiceQuantities.TcpRoundTrip.Is(50), ServiceQuantities.PingTime.Is(51), ServiceQuantities.NoOpTime.Is(53),
        ServiceQuantities.CallTime.Is(153))).Select(p => p.Ms).ShouldBe([50, 1, 2, 100]);

    [Fact]
    public void Behind_a_proxy_its_way_to_the_service_and_the_services_middleware_are_not_told_apart()
    {
        var screening = new CauseScreening(ServiceEvidence.With(ServiceQuantities.NoOpTime.Is(41), ServiceQuantities.CallTime.Is(42),
            BehaviourQuantities.Proxy.Is("2 nghttpx")), isService: true, [new SlowMiddlewareCause(), new L7ProxyBufferingOrLimitsCause()]);
        var (causes, _) = new CauseJudge(screening.Seen, seed: 1).Judge(screening.Suspects, [], "The caller's side cannot change that.");
        ServiceVerdictText.Sentence(screening, causes).ShouldSatisfyAllConditions(
            s => s.ShouldStartWith("Undetermined: l7-proxy-buffering-or-limits, or slow-middleware: responses name a proxy (2 nghttpx)"),
            s => s.ShouldEndWith("What tells them apart is the same call to the service's own address, without the proxy."));
    }

    [Theory]
    [InlineData(true, "The call itself computes: ", "where the method's processor time goes")]
    [InlineData(false, "The call itself waits: ", "what the method awaits")]
    public void A_method_that_no_call_waits_for_computes_or_waits_itself(bool computes, string said, string fix)
    {
        var screening = new CauseScreening(ServiceEvidence.With(ServiceQuantities.CallTime.Is(8.2), ServiceQuantities.BurstTime.Is(9),
            ServerQuantities.MostlyComputes.Is(computes)), isService: true, [new MethodWaitsCause()]);
        var (causes, _) = new CauseJudge(screening.Seen, seed: 1).Judge(screening.Suspects, [], "The caller's side cannot change that.");
        ServiceVerdictText.Sentence(screening, causes).ShouldContain(said);
        causes.ShouldHaveSingleItem().Fix.ShouldContain(fix);
    }

    [Theory]
    [InlineData(0.164, false)]
    [InlineData(0.01, true)]
    public void A_server_that_stopped_is_not_called_healthy_whatever_its_calls_between_the_stops_take(double share, bool isHealthy)
    {
        var screening = new CauseScreening(ServiceEvidence.With(BehaviourQuantities.IdleStops.Is(0), BehaviourQuantities.LoadedStops.Is(1),
            BehaviourQuantities.IdleStopShare.Is(0), BehaviourQuantities.LoadedStopShare.Is(share),
            BehaviourQuantities.LongestStop.Is(526), ServiceQuantities.CallsWait.Is(false)), isService: true, []);
        ServiceVerdictText.Sentence(screening, []).ShouldStartWith(isHealthy ? "Healthy: nothing to fix was found"
            : "So far nothing to fix was found; but the whole server stopped one time for up to 526 ms, 16.4 % of the time that it was "
            + "watched: 'fathom doctor --pid PID' on the server says what its process does then.");
    }

    [Fact]
    public async Task What_the_servers_process_showed_is_said_beside_what_calls_at_once_wait_for()
    {
        var screening = new CauseScreening(ServiceEvidence.With(ServerQuantities.TimerShare.Is(0.93),
            ServerQuantities.DroppedConnections.Is(3), ServerQuantities.DroppedDatagrams.Is(26),
            ServerQuantities.ComputesIdle.Is(0.98), ServerQuantities.MostlyAt.Is("95 % of it in the server of port 8443")),
            isService: true, []);
        var turns = await WorldRivals.ExamineCallsAsync(WorldRivals.Sound with { Fault = FaultKind.LockAwait, Places = 1, PlaceMs = 10 });
        ServiceVerdictText.Sentence(screening, [], new RivalVerdict(turns)).ShouldSatisfyAllConditions(
            s => s.ShouldContain(" While no call is made, too, the server's process computes on one processor."),
            s => s.ShouldContain(" While calls at once are served, servers compute, 95 % of it in the server of port 8443."),
            s => s.ShouldContain(" Alone, a call waits 93 % of its time until a timer of the server's own is over"),
            s => s.ShouldContain(" connections are dropped on the server's machine, since the queue of who accepts them is full"),
            s => s.ShouldContain(" datagrams that come to the server are dropped, since the receive buffer of its socket is full"));
    }

    [Fact]
    public async Task What_it_did_not_show_is_not()
    {
        var turns = await WorldRivals.ExamineCallsAsync(WorldRivals.Sound with { Fault = FaultKind.LockAwait, Places = 1, PlaceMs = 10 });
        var screening = new CauseScreening(
            ServiceEvidence.With(ServerQuantities.TimerShare.Is(0.4), ServerQuantities.ComputesIdle.Is(0.3)), isService: true, []);
        ServiceVerdictText.Sentence(screening, [], new RivalVerdict(turns)).ShouldBe(new RivalVerdict(turns).Sentence);
    }
}
