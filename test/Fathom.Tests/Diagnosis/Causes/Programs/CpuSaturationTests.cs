using Fathom.Diagnosis.Causes.CpuSaturation;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs that use all processors.</summary>
public sealed class CpuSaturationTests
{
    [Fact]
    public void All_processors_in_use_are_suspected_and_one_of_two_is_not()
    {
        var cause = new CpuSaturationCause();
        cause.Screened(WatchQuantities.CpuTime.Is(7800)).Evidence.ShouldBe("it used 1.95 of 2 processors");
        cause.Screened(WatchQuantities.CpuTime.Is(4000)).IsSuspected.ShouldBeFalse();
        cause.Screened(WatchQuantities.CpuTime.Is(7800), WatchQuantities.Quota.Is(2)).IsSuspected.ShouldBeFalse("a limit is another cause");
        ProgramEvidence.Judge(cause, [ProcessQuantities.Processors.Is(1)], [], 4000, 2100, WatchQuantities.AllowedProcessors.Is(2))
            .ShouldNotBeNull();
        ProgramEvidence.Judge(cause, [], [], 4000, 2100, WatchQuantities.AllowedProcessors.Is(2)).ShouldBeNull("it saw as many before");
    }
}
