using Fathom.Diagnosis.Causes.GcPauses;
using Fathom.Diagnosis.Causes.WrongGcMode;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>The mode of the collector, told apart from its pauses.</summary>
public sealed class WrongGcModeTests
{
    private static readonly Setting[] Paused = [WatchQuantities.PauseTime.Is(1600), WatchQuantities.CpuTime.Is(6000)];

    [Fact]
    public void Pauses_of_threads_that_would_use_several_processors_may_be_the_mode_of_the_collector()
    {
        var cause = new WrongGcModeCause();
        cause.Screened(Paused).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.4));
        ProgramEvidence.Tried(cause, Paused).ShouldBe(["DOTNET_gcServer=1"]);
        cause.Screened([.. Paused, WatchQuantities.IsServerCollector.Is(true)]).IsSuspected.ShouldBeFalse();
        ProgramEvidence.Judge(cause, Paused, [], 4000, 2500, WatchQuantities.CollectorMode.Is("server")).ShouldNotBeNull();
        ProgramEvidence.Judge(cause, Paused, Paused, 4000, 2500, WatchQuantities.CollectorMode.Is("server")).ShouldBeNull();
    }

    [Fact]
    public void Pauses_of_one_thread_are_those_of_the_collector_in_any_mode()
    {
        Setting[] one = [WatchQuantities.PauseTime.Is(1600), WatchQuantities.CpuTime.Is(4000)];
        new WrongGcModeCause().Screened(one).IsSuspected.ShouldBeFalse();
        new GcPausesCause().Screened(one).IsSuspected.ShouldBeTrue();
    }
}
