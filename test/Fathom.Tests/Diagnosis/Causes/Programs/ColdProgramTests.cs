using Fathom.Diagnosis.Causes.ColdStart;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs that end before their code is compiled.</summary>
public sealed class ColdProgramTests
{
    // As measured of a program that collects garbage without pause, on a busy machine.
    [Fact]
    public void A_clock_that_ran_on_while_few_methods_were_compiled_is_not_the_compilers() => new ColdStartCause().Screened(
        WatchQuantities.Watched.Is(6_530), WatchQuantities.CompileTime.Is(4_200), WatchQuantities.MethodsCompiled.Is(298),
        WatchQuantities.CpuTime.Is(6_760)).IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_program_that_ends_while_its_code_is_compiled_is_cold()
    {
        var cause = new ColdStartCause();
        Setting[] cold =
        [
            WatchQuantities.CompileTime.Is(2000), WatchQuantities.CpuTime.Is(3000), WatchQuantities.RunDelay.Is(0),
            WatchQuantities.PauseTime.Is(0),
        ];
        cause.Screened(cold).ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(),
            s => s.Share.ShouldBe(0.5), s => s.Evidence.ShouldBe("the runtime compiled 2,000 methods for 2 s of 4 s"));
        cause.Screened().IsSuspected.ShouldBeFalse("a tenth");
        cause.Screened(WatchQuantities.CompileTime.Is(2000), WatchQuantities.RunDelay.Is(3000))
            .IsSuspected.ShouldBeFalse("its clock ran while it waited for a processor");
        cause.Screened([.. cold, WatchQuantities.PauseTime.Is(2400)])
            .IsSuspected.ShouldBeFalse("its clock ran while the collector had stopped it");
        cause.Screened(WatchQuantities.CompileTime.Is(20_000), WatchQuantities.CpuTime.Is(30_000), WatchQuantities.Watched.Is(60_000))
            .IsSuspected.ShouldBeFalse("it runs on");
        ProgramEvidence.Tried(cause).ShouldBe(["DOTNET_TieredCompilation=1", "DOTNET_ReadyToRun=1", "DOTNET_TieredPGO=0"]);
        var change = WatchQuantities.Compilation.Is("in tiers");
        ProgramEvidence.Judge(cause, cold, [WatchQuantities.MethodsCompiled.Is(700)], 4000, 2500, change).ShouldNotBeNull();
        ProgramEvidence.Judge(cause, cold, [WatchQuantities.MethodsCompiled.Is(1900)], 4000, 2500, change).ShouldBeNull("as many methods");
    }
}
