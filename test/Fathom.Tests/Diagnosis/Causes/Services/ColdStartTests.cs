using Fathom.Diagnosis.Causes.ColdStart;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class ColdStartTests
{
    private static readonly ColdStartCause Cause = new();

    [Theory]
    [InlineData(820, 3, true)]
    [InlineData(820, 810, false)] // A connection's own cost is on both.
    [InlineData(120, 3, false)] // As any server that compiles code.
    public void The_first_call_of_a_process_alone_is_cold(double first, double fresh, bool isSuspected) =>
        Cause.ScreenService(ServiceEvidence.With(
            ServiceQuantities.FirstCallTime.Is(first), ServiceQuantities.FreshFirstCallTime.Is(fresh)))!
            .IsSuspected.ShouldBe(isSuspected);

    [Theory]
    [InlineData(500, false)]
    [InlineData(40, true)]
    public void A_first_call_that_met_what_later_ones_meet_now_and_then_is_none(double later, bool isSuspected) =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.FirstCallTime.Is(403), ServiceQuantities.FreshFirstCallTime.Is(2),
            UnevenQuantities.Time.Is(later), UnevenQuantities.Calls.Is(4), UnevenQuantities.Of.Is(76), UnevenQuantities.Share.Is(0.9)))!
            .IsSuspected.ShouldBe(isSuspected);
}
