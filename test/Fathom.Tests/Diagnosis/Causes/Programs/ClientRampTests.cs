using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Large replies of a watched program.</summary>
public sealed class ClientRampTests
{
    [Fact]
    public void Windows_that_double_cost_time_over_a_path_of_some_length_alone()
    {
        var cause = new PerCallWindowRampCause();
        Setting[] large = [WatchQuantities.BytesReceived.Is(200e6), WatchQuantities.MaxCallsAtOnce.Is(1)];
        cause.Screened([.. large, ServiceQuantities.PingTime.Is(5)]).IsSuspected.ShouldBeTrue();
        cause.Screened([.. large, ServiceQuantities.PingTime.Is(0.1)]).IsSuspected.ShouldBeFalse();
        cause.Screened(large).IsSuspected.ShouldBeFalse("the path is not known");
        cause.Screened(ServiceQuantities.PingTime.Is(5)).IsSuspected.ShouldBeFalse("small replies");
        ProgramEvidence.Judge(cause, large, large, 4000, 2500, TransferQuantities.WindowGrowth.Is("fast")).ShouldNotBeNull();
    }
}
