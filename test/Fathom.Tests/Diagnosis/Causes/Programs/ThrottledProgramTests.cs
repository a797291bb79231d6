using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs that a limit of processor time stops: the limit is lifted around them.</summary>
public sealed class ThrottledProgramTests
{
    private static readonly CpuQuotaThrottlingCause Cause = new();

    private static readonly Setting[] Throttled =
        [WatchQuantities.Quota.Is(0.4), WatchQuantities.Throttled.Is(4600), WatchQuantities.ThrottledPeriods.Is(3900)];

    [Fact]
    public void A_limit_that_stops_the_program_is_lifted_and_one_that_does_not_is_left()
    {
        ProgramEvidence.Tried(Cause, Throttled).ShouldBe(["cpu.max=max"]);
        ProgramEvidence.Tried(Cause, WatchQuantities.Quota.Is(0.4), WatchQuantities.Throttled.Is(0)).ShouldBeEmpty();
        ProgramEvidence.Tried(Cause, WatchQuantities.Throttled.Is(4600)).ShouldBeEmpty("there is no limit");
    }

    [Fact]
    public void The_runtime_sees_as_many_processors_as_with_the_limit() =>
        Lifted(Throttled).Environment.ShouldBe(new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = "2" });

    [Fact]
    public void A_program_that_is_still_stopped_sets_a_limit_itself()
    {
        var (lifted, before) = (Lifted(Throttled), ProgramEvidence.With(Throttled));
        lifted.WhyWithoutEffect(before, ProgramEvidence.With(WatchQuantities.Throttled.Is(0))).ShouldBeNull();
        lifted.WhyWithoutEffect(before, ProgramEvidence.With(Throttled))
            .ShouldBe("a limit still stopped the program for 4.6 s: it enters a limited control group itself");
        lifted.WhyWithoutEffect(before, ProgramEvidence.With()).ShouldBe("the program's control group was not seen");
    }

    [Fact]
    public void Its_work_at_the_rate_of_the_limit_predicts_the_time_of_a_program_that_is_stopped_in_each_period()
    {
        var proven = Judge(WatchQuantities.ThrottledPeriods.Is(3900)).ShouldNotBeNull();
        proven.Claim.ShouldBe("A limit of 0.4 processors stops the program: 4 s, and 900 ms with changed and nothing else changed.");
        var model = proven.Model.ShouldNotBeNull();
        (model.Predicted, model.Measured, model.Counts).ShouldBe((3875, 4000, true));
        Judge(WatchQuantities.ThrottledPeriods.Is(3000)).ShouldNotBeNull().Model.ShouldBeNull("it also waited");
    }

    [Fact]
    public void Time_added_up_over_processors_is_said_to_be()
    {
        Cause.Screened(Throttled).Evidence
            .ShouldBe("a limit of 0.4 processors stopped the process for 4.6 s of 4 s, added up over processors");
        Cause.Screened(WatchQuantities.Quota.Is(1), WatchQuantities.Throttled.Is(2000)).Evidence
            .ShouldBe("a limit of 1 processor stopped the process for 2 s of 4 s");
    }

    private static Conclusion? Judge(Setting inPeriods) => ProgramEvidence.Judge(Cause, [.. Throttled, inPeriods],
        [WatchQuantities.Throttled.Is(0), CallQuantities.ProcessorTime.Is(1550)], 4000, 900, WatchQuantities.Quota.Is(2));

    private static Intervention Lifted(Setting[] seen) =>
        InterventionCatalog.Changing(Cause.ProvenBy, ProgramEvidence.With(seen)).ShouldHaveSingleItem();
}
