using Fathom.Diagnosis.Causes.ConnectPathStalls;
using Fathom.Diagnosis.Causes.IdleOrLifetimeReconnect;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs whose connections take their time.</summary>
public sealed class IdleOrLifetimeReconnectTests
{
    private static readonly ConnectPathStallsCause Stalls = new();
    private static readonly IdleOrLifetimeReconnectCause Again = new();

    private static readonly Setting[] Proxied =
    [
        WatchQuantities.ProxyTime.Is(1500), WatchQuantities.SetupShare.Is(0.7), WatchQuantities.ProxyVariables.Is("https_proxy"),
        ServiceQuantities.TlsTime.Is(30),
    ];

    [Fact]
    public void What_is_between_TCP_and_TLS_is_the_proxys_and_is_tried_without()
    {
        Stalls.Screened(Proxied).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.7),
            s => s.Evidence.ShouldContain("where the proxy of https_proxy connects, took longest, 1.5 s"));
        ProgramEvidence.Tried(Stalls, Proxied).ShouldBe(["https_proxy="]);
    }

    [Fact]
    public void An_address_of_IPv6_that_does_not_answer_is_tried_without_IPv6()
    {
        Setting[] seen =
            [ServiceQuantities.TcpTime.Is(1450), WatchQuantities.SetupShare.Is(0.5), WatchQuantities.WaitsForIPv6.Is(true)];
        Stalls.Screened(seen).Evidence.ShouldStartWith("of the steps of a connection TCP took longest, 1.45 s");
        ProgramEvidence.Tried(Stalls, seen).ShouldBe(["DOTNET_SYSTEM_NET_DISABLEIPV6=1"]);
    }

    [Fact]
    public void A_step_that_is_gone_with_the_change_proves_it_and_one_that_stays_does_not()
    {
        var change = WatchQuantities.ProxyVariables.Is("");
        ProgramEvidence.Judge(Stalls, Proxied, [], 2000, 500, change).ShouldNotBeNull()
            .Claim.ShouldEndWith("500 ms with changed in place of as it is and nothing else changed.");
        ProgramEvidence.Judge(Stalls, Proxied, Proxied, 2000, 500, change).ShouldBeNull();
    }

    [Fact]
    public void A_handshake_waits_for_processors_with_all_that_computes() => Stalls.Screened(
        ServiceQuantities.TlsTime.Is(400), WatchQuantities.SetupShare.Is(0.5), WatchQuantities.RunDelay.Is(4000))
        .IsSuspected.ShouldBeFalse();

    [Fact]
    public void Connections_that_come_again_are_another_cause_than_one_that_is_slow()
    {
        Setting[] seen =
        [
            WatchQuantities.SetupShare.Is(0.7), ServiceQuantities.TlsTime.Is(390), WatchQuantities.Reconnections.Is(7),
            CallQuantities.ConnectionsOpened.Is(8),
        ];
        Again.Screened(seen).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.7));
        Stalls.Screened(seen).Share.ShouldBeLessThan(0.1);
        Again.Screened(Proxied).IsSuspected.ShouldBeFalse("one connection");
        Again.Screened([.. seen, CallQuantities.Calls.Is(9)]).IsSuspected.ShouldBeFalse("a connection for each call");
    }

    [Fact]
    public void A_healthy_client_does_not_wait_for_connections() =>
        (Stalls.Screened().IsSuspected, Again.Screened().IsSuspected).ShouldBe((false, false));
}
