using Fathom.Diagnosis.Causes.CpuSaturation;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class SaturatedServerTests
{
    private static readonly CpuSaturationCause Cause = new();

    // As measured of calls that compute, on two processors that other work shares.
    private static readonly Setting[] Computing =
    [
        ServiceQuantities.CallTime.Is(93), ServiceQuantities.BurstTime.Is(2_400), ServiceQuantities.SpreadBurstTime.Is(2_410),
        ServiceQuantities.LoadedNoOp.Is(1.3), ServiceQuantities.LongestNoOp.Is(2_180), ServiceQuantities.ServerProcessors.Is(2),
    ];

    [Fact]
    public void Calls_no_more_at_a_time_than_processors_with_which_everything_waits_compute_and_are_behind_no_lock()
    {
        var seen = ServiceEvidence.With(Computing);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        new SerialisedHandlerCause().ScreenService(seen)!.IsSuspected.ShouldBeFalse();
        new ThreadPoolStarvationCause().ScreenService(seen)!.IsSuspected.ShouldBeFalse();
    }

    [Fact]
    public void Calls_beside_which_no_op_calls_answer_are_behind_a_lock()
    {
        var seen = ServiceEvidence.With(
            [.. Computing.Where(s => s.Of != ServiceQuantities.LongestNoOp), ServiceQuantities.LongestNoOp.Is(2)]);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
        new SerialisedHandlerCause().ScreenService(seen)!.IsSuspected.ShouldBeTrue();
    }

    [Fact]
    public void Calls_more_at_a_time_than_processors_block_threads()
    {
        var seen = ServiceEvidence.With([.. Computing.Skip(1), ServiceQuantities.CallTime.Is(400)]);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
        new ThreadPoolStarvationCause().ScreenService(seen)!.IsSuspected.ShouldBeTrue();
    }

    // A call took 11.5 ms at first and 8.6 ms later. By the first figure more are served at a time than two processors compute.
    [Fact]
    public void Calls_that_keep_all_processors_busy_compute_however_many_are_served_at_a_time()
    {
        Setting[] compiled =
        [
            .. Computing, ServiceQuantities.CallTime.Is(11.5), ServiceQuantities.BurstTime.Is(137), ServiceQuantities.LongestNoOp.Is(133),
        ];
        Cause.ScreenService(ServiceEvidence.With(compiled))!.IsSuspected.ShouldBeFalse("nothing is known of processors");
        Cause.ScreenService(ServiceEvidence.With([.. compiled, ServiceQuantities.BusyProcessors.Is(1.78)]))!
            .IsSuspected.ShouldBeTrue();
    }

    [Fact]
    public void Calls_that_leave_processors_idle_do_not_compute()
    {
        var seen = ServiceEvidence.With([.. Computing, ServiceQuantities.BusyProcessors.Is(0.015)]);
        Cause.ScreenService(seen)!.Evidence.ShouldEndWith("but 0.015 processors were busy");
    }

    // One processor may be all that the server has.
    [Fact]
    public void Calls_that_keep_one_processor_busy_may_compute()
    {
        var seen = ServiceEvidence.With([.. Computing, ServiceQuantities.BurstTime.Is(2_976), ServiceQuantities.BusyProcessors.Is(1)]);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        new SerialisedHandlerCause().ScreenService(seen)!.IsSuspected.ShouldBeFalse();
        new ThreadPoolStarvationCause().ScreenService(seen)!.IsSuspected.ShouldBeFalse();
    }
}
