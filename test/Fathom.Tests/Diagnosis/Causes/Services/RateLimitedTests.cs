using Fathom.Diagnosis.Causes.RateLimited;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class RateLimitedTests
{
    private static readonly RateLimitedCause Cause = new();

    [Theory]
    [InlineData(1, "a no-op call 1 ms: what")]
    [InlineData(300, "a no-op call 300 ms, which waits as well: what")]
    public void Calls_that_wait_once_many_were_made_find_something_used_up(double noOpMs, string how)
    {
        var said = Cause.ScreenService(ServiceEvidence.With(
            ServiceQuantities.CallTime.Is(4), UnevenQuantities.RestTime.Is(3_000), UnevenQuantities.StoredCalls.Is(100),
            UnevenQuantities.UsedUpRate.Is(50), UnevenQuantities.UsedUpTime.Is(400),
            UnevenQuantities.UsedUpNoOpTime.Is(noOpMs)))!;
        said.ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.99));
        said.Evidence.ShouldStartWith("after 3 s without calls about 100 in a row go at once; from then on 50 a second do, each of which "
            + "takes 400 ms, and ");
        said.Evidence.ShouldContain(how);
    }

    [Fact]
    public void Calls_that_do_not_wait_after_many_others_find_nothing_used_up() =>
        Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Calls_at_once_that_wait_are_told_apart_by_experiments() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallsWait.Is(true))).ShouldBeNull();
}
