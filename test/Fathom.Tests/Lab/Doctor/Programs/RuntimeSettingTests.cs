using Fathom.Lab.Causes.ColdStart;
using Fathom.Lab.Causes.CpuSaturation;
using Fathom.Lab.Causes.GcPauses;
using Fathom.Lab.Causes.PerCallWindowRamp;
using Fathom.Lab.Causes.SlowSerializer;
using Fathom.Lab.Causes.WrongGcMode;
using Fathom.Lab.Observations;

namespace Fathom.Tests.Lab.Doctor.Programs;

/// <summary>Causes that a setting of the runtime proves, or that only the code can change.</summary>
public sealed class RuntimeSettingTests
{
    private static readonly Setting[] Paused = [WatchQuantities.PauseTime.Is(1600), WatchQuantities.CpuTime.Is(6000)];

    [Fact]
    public void A_program_that_ends_while_its_code_is_compiled_is_cold()
    {
        var cause = new ColdStartCause();
        Setting[] cold = [WatchQuantities.CompileTime.Is(2000), WatchQuantities.CpuTime.Is(3000), WatchQuantities.RunDelay.Is(0)];
        cause.Screened(cold).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(),
            s => s.Share.ShouldBe(0.5), s => s.Evidence.ShouldBe("the runtime compiled 2,000 methods for 2 s of 4 s"));
        cause.Screened().IsSuspected.ShouldBeFalse("a tenth");
        cause.Screened(WatchQuantities.CompileTime.Is(2000), WatchQuantities.RunDelay.Is(3000))
            .IsSuspected.ShouldBeFalse("its clock ran while it waited for a processor");
        cause.Screened(WatchQuantities.CompileTime.Is(20_000), WatchQuantities.CpuTime.Is(30_000), WatchQuantities.Watched.Is(60_000))
            .IsSuspected.ShouldBeFalse("it runs on");
        ProgramEvidence.Tried(cause).ShouldBe(["DOTNET_TieredCompilation=1", "DOTNET_ReadyToRun=1", "DOTNET_TieredPGO=0"]);
        var change = WatchQuantities.Compilation.Is("in tiers");
        ProgramEvidence.Judge(cause, cold, [WatchQuantities.MethodsCompiled.Is(700)], 4000, 2500, change).ShouldNotBeNull();
        ProgramEvidence.Judge(cause, cold, [WatchQuantities.MethodsCompiled.Is(1900)], 4000, 2500, change).ShouldBeNull("as many methods");
    }

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

    [Fact]
    public void Windows_that_double_cost_time_over_a_path_of_some_length_alone()
    {
        var cause = new PerCallWindowRampCause();
        Setting[] large = [WatchQuantities.BytesReceived.Is(200e6), WatchQuantities.MostCallsAtOnce.Is(1)];
        cause.Screened([.. large, ServiceQuantities.PingTime.Is(5)]).IsSuspected.ShouldBeTrue();
        cause.Screened([.. large, ServiceQuantities.PingTime.Is(0.1)]).IsSuspected.ShouldBeFalse();
        cause.Screened(large).IsSuspected.ShouldBeFalse("the path is not known");
        cause.Screened(ServiceQuantities.PingTime.Is(5)).IsSuspected.ShouldBeFalse("small replies");
        ProgramEvidence.Judge(cause, large, large, 4000, 2500, TransferQuantities.WindowGrowth.Is("fast")).ShouldNotBeNull();
    }

    [Fact]
    public void A_serializer_by_reflection_is_suspected_with_its_place()
    {
        var cause = new SlowSerializerCause();
        cause.Screened(WatchQuantities.ReflectionShare.Is(0.6), WatchQuantities.ReflectionAt.Is("Orders.Write")).Evidence
            .ShouldEndWith("mostly below Orders.Write");
        cause.Screened(WatchQuantities.ReflectionShare.Is(0.2)).IsSuspected.ShouldBeFalse();
    }
}
