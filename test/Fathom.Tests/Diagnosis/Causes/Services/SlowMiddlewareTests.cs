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

    [Fact]
    public void Behind_a_proxy_that_answers_PING_it_cannot_be_told() =>
        Cause.ScreenService(ServiceEvidence.With([.. Logged, BehaviourQuantities.Proxy.Is("2 nghttpx")]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Behind_a_proxy_that_names_itself_nowhere_it_cannot_be_told_either() =>
        Cause.ScreenService(ServiceEvidence.With([.. Logged, BehaviourQuantities.SpeaksOwnHttp2.Is(false)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void What_metadata_takes_is_another_cause() =>
        Cause.ScreenService(ServiceEvidence.With([.. Logged, PathQuantities.BareNoOpTime.Is(0.4)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void The_librarys_own_work_is_none() => Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();
}
