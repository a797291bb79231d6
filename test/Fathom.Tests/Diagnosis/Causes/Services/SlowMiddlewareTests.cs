using Fathom.Diagnosis.Causes.SlowMiddleware;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class SlowMiddlewareTests
{
    private static readonly SlowMiddlewareCause Cause = new();

    // Each call takes 9 ms in a logger before it reaches its method.
    private static readonly Setting[] Logged =
        [ServiceQuantities.PingTime.Is(0.2), ServiceQuantities.NoOpTime.Is(9.2), ServiceQuantities.CallTime.Is(9.6)];

    [Fact]
    public void Time_that_a_method_that_does_not_exist_takes_as_well_is_spent_before_any_method() =>
        Cause.ScreenService(ServiceEvidence.With(Logged)).ShouldNotBeNull().ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(9 / 9.6, 0.001),
            s => s.Evidence.ShouldContain("9 ms of each call are spent before it reaches its method"));

    // The way from the proxy to the server is in it, too: it is one of two.
    [Fact]
    public void Behind_a_proxy_that_answers_PING_it_is_not_ruled_out()
    {
        foreach (var proxy in new[] { BehaviourQuantities.Proxy.Is("2 nghttpx"), BehaviourQuantities.SpeaksOwnHttp2.Is(false) })
        {
            var seen = ServiceEvidence.With([.. Logged, proxy, BehaviourQuantities.Library.Is("grpc-go")]);
            Cause.ScreenService(seen).ShouldNotBeNull().ShouldSatisfyAllConditions(
                s => s.IsSuspected.ShouldBeTrue(),
                s => s.Evidence.ShouldContain("behind a proxy that may answer PING itself"),
                s => s.Proof.ShouldBe("the same call to the service's own address, where the proxy has no part in it"));
        }
    }

    // HAProxy names itself nowhere, and gRPC C++ behind it refuses a method without a word.
    [Fact]
    public void Where_what_answers_is_not_recognised_it_may_be_a_proxy_that_takes_it() =>
        Cause.ScreenService(ServiceEvidence.With([.. Logged, BehaviourQuantities.IsRecognised.Is(false)]))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(),
            s => s.Evidence.ShouldEndWith("in the server or in a proxy before it that does not say what it is"),
            s => s.Proof.ShouldBe("the same call to the service's own address, where the proxy has no part in it"));

    [Fact]
    public void What_metadata_takes_is_another_cause() =>
        Cause.ScreenService(ServiceEvidence.With([.. Logged, PathQuantities.BareNoOpTime.Is(0.4)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void The_librarys_own_work_is_none() => Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();
}
