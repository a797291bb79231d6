using Fathom.Diagnosis.Causes.IdleOrLifetimeReconnect;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class IdleEndTests
{
    private static readonly IdleOrLifetimeReconnectCause Cause = new();

    [Fact]
    public void A_connection_that_ends_without_calls_beside_one_that_lives_with_them_was_idle_for_too_long() => Cause.ScreenService(
        Ended(usedLives: true))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldStartWith("a connection without calls ended after 5 s (GOAWAY)"));

    [Fact]
    public void Connections_that_end_with_and_without_calls_do_not_end_for_a_pause() =>
        Cause.ScreenService(Ended(usedLives: false))!.IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData(false, "and a connection without calls was alive after 20 s")]
    [InlineData(true, "and a connection without calls ended after 5 s")]
    public void A_connection_that_ends_with_a_call_each_second_has_a_lifetime(bool idleEnds, string evidence)
    {
        Setting[] used =
        [
            BehaviourQuantities.UsedLives.Is(false), BehaviourQuantities.UsedTime.Is(2_000), BehaviourQuantities.UsedEnd.Is("GOAWAY"),
        ];
        Setting[] idle = idleEnds ? [BehaviourQuantities.IdleTime.Is(5_000), BehaviourQuantities.IdleEnd.Is("GOAWAY")] : [];
        Cause.ScreenService(ServiceEvidence.With([.. used, .. idle]))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Fix.ShouldContain("MaxConnectionAge"),
            s => s.Evidence.ShouldStartWith($"a connection with a call each second ended after 2 s (GOAWAY), {evidence}"));
    }

    [Fact]
    public void A_connection_that_lives_is_cleared() =>
        Cause.ScreenService(ServiceEvidence.With())!.Evidence.ShouldBe("a connection without calls was alive after 20 s");

    private static Evidence Ended(bool usedLives) => ServiceEvidence.With(BehaviourQuantities.IdleTime.Is(5_000),
        BehaviourQuantities.IdleEnd.Is("GOAWAY"), BehaviourQuantities.UsedLives.Is(usedLives));
}
