using Fathom.Diagnosis.Causes.MaxConcurrentStreamsQueue;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class MaxConcurrentStreamsQueueTests
{
    private static readonly MaxConcurrentStreamsQueueCause Cause = new();

    private static readonly Evidence Limited = ServiceEvidence.With(ServiceQuantities.StreamLimit.Is(8), ServiceQuantities.CallTime.Is(50),
        ServiceQuantities.BurstTime.Is(205), ServiceQuantities.SpreadBurstTime.Is(53));

    [Fact]
    public void Calls_beyond_the_limit_of_streams_wait_and_the_time_is_predicted()
    {
        Cause.ScreenService(Limited)!.IsSuspected.ShouldBeTrue();
        var diagnosis = ServiceEvidence.Judge(Cause, Limited, ServiceQuantities.Connections.Is(4), ServiceQuantities.BurstTime, 205, 53)
            .ShouldNotBeNull();
        diagnosis.Claim.ShouldBe("32 calls at once wait for 8 streams: they take 205 ms on one connection, and 53 ms over after "
            + "connections and nothing else changed.");
        diagnosis.Model!.Predicted.ShouldBe(200);
    }

    [Fact]
    public void A_limit_above_the_calls_holds_none() => Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Calls_that_four_connections_do_not_help_wait_for_something_else() => Cause.ScreenService(ServiceEvidence.With(
        ServiceQuantities.StreamLimit.Is(8), ServiceQuantities.BurstTime.Is(205), ServiceQuantities.SpreadBurstTime.Is(200)))!
        .IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_difference_that_is_not_supported_proves_nothing() => ServiceEvidence.Judge(Cause, Limited,
        ServiceQuantities.Connections.Is(4), ServiceQuantities.BurstTime, 205, 53, supported: false).ShouldBeNull();
}
