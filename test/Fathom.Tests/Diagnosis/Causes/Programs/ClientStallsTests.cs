using Fathom.Diagnosis.Causes.ConnectPathStalls;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

public sealed class ClientStallsTests
{
    private static readonly ConnectPathStallsCause Cause = new();

    // As measured of 60 callers that block, with a server on the same machine.
    private static readonly Setting[] Starved =
        [WatchQuantities.SetupShare.Is(0.936), ServiceQuantities.TcpTime.Is(11_800), ProcessQuantities.PoolWait.Is(11_700)];

    [Fact]
    public void A_connection_that_waits_for_a_thread_is_not_held_up_on_its_way() =>
        Cause.Screened(Starved).ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeFalse(), s => s.Evidence.ShouldEndWith("while work waited 11.7 s for a thread of the pool"));

    [Fact]
    public void One_that_waits_while_the_pool_has_threads_is_held_up() =>
        Cause.Screened([.. Starved, ProcessQuantities.PoolWait.Is(40)]).ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.936));

    // The kernel itself waits for an answer.
    [Fact]
    public void One_that_waits_for_an_address_of_IPv6_is_held_up_whatever_the_pool_does() =>
        Cause.Screened([.. Starved, WatchQuantities.WaitsForIPv6.Is(true)]).IsSuspected.ShouldBeTrue();
}
