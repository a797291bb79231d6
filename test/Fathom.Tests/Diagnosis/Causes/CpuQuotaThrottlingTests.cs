using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class CpuQuotaThrottlingTests : CauseTests<CpuQuotaThrottlingCause>
{
    protected override Setting[] Set => [WatchQuantities.Quota.Is(0.5)];

    protected override Setting[] Measured =>
        [CallQuantities.WallTime.Is(4000), WatchQuantities.Watched.Is(4000), WatchQuantities.Throttled.Is(2000)];

    protected override Setting Change => WatchQuantities.Quota.Is(2);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(1000), WatchQuantities.Throttled.Is(0)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void A_larger_limit_that_still_stops_the_process_is_not_what_changed_the_time() =>
        Judge(butAfter: WatchQuantities.Throttled.Is(300)).ShouldBeNull();

    [Fact]
    public void A_process_without_a_limit_is_not_suspected()
    {
        var cause = new CpuQuotaThrottlingCause();
        cause.Screen(EvidenceOf("p", [], Measured))!.Evidence.ShouldBe("no limit of processor time is set");
        cause.Screen(EvidenceOf("p", Set, Measured))!.Evidence
            .ShouldBe("a limit of 0.5 processors stopped the process for 2 s of 4 s");
    }
}
