using Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class L7ProxyBufferingOrLimitsTests
{
    private static readonly L7ProxyBufferingOrLimitsCause Cause = new();

    private static readonly Setting[] Far = [ServiceQuantities.NoOpTime.Is(41), ServiceQuantities.CallTime.Is(42)];

    [Fact]
    public void A_proxy_that_answers_PING_at_once_and_a_no_op_call_late_is_far_from_its_service() => Cause.ScreenService(
        ServiceEvidence.With([.. Far, BehaviourQuantities.Proxy.Is("2 nghttpx")]))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldStartWith("responses name a proxy (2 nghttpx)"));

    [Fact]
    public void A_proxy_that_names_itself_nowhere_is_known_by_its_SETTINGS() => Cause.ScreenService(ServiceEvidence.With(
        [.. Far, BehaviourQuantities.Library.Is("Grpc.AspNetCore"), BehaviourQuantities.SpeaksOwnHttp2.Is(false)]))!
        .ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(),
            s => s.Evidence.ShouldStartWith("the connection's SETTINGS are not those of Grpc.AspNetCore, which answers calls"));

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public void What_does_not_say_what_it_is_may_be_a_proxy(bool isRecognised, bool isSuspected) => Cause.ScreenService(
        ServiceEvidence.With([.. Far, BehaviourQuantities.IsRecognised.Is(isRecognised)]))!.IsSuspected.ShouldBe(isSuspected);

    [Fact]
    public void A_proxy_beside_its_service_is_cleared() => Cause.ScreenService(
        ServiceEvidence.With(BehaviourQuantities.Proxy.Is("2 nghttpx")))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_server_that_is_slow_for_every_method_is_no_proxy() =>
        Cause.ScreenService(ServiceEvidence.With(Far))!.Evidence.ShouldStartWith("no response names a proxy");

    [Fact]
    public void A_proxy_as_far_as_its_service_is_cleared() => Cause.ScreenService(ServiceEvidence.With(
        [.. Far, BehaviourQuantities.Proxy.Is("2 nghttpx"), ServiceQuantities.PingTime.Is(40)]))!.IsSuspected.ShouldBeFalse();
}
