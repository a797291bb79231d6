using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Lab.Running;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Tests.Lab.Running;

/// <summary>The speed of this machine beside the reference machine.</summary>
public class MachineSpeedTests
{
    [Fact]
    public void Every_machine_has_a_speed_that_a_plan_can_use() =>
        MachineSpeed.MeasureCalculation(TimeProvider.System).ShouldBeInRange(0.001, 1_000);

    [Fact]
    public void Starts_of_a_program_have_a_speed_too() =>
        MachineSpeed.MeasureStarts(Dotnet("--list-runtimes"), TimeProvider.System)!.Value.ShouldBeInRange(0.001, 1_000);

    [Fact]
    public void A_program_that_fails_says_nothing_of_the_machine() =>
        MachineSpeed.MeasureStarts(Dotnet("exec", "there-is-no-such-program.dll"), TimeProvider.System).ShouldBeNull();

    private static ProcessStartInfo Dotnet(params string[] arguments) => new(SubjectCatalog.FindDotnet(
        RuntimeEnvironment.GetRuntimeDirectory(), Environment.GetEnvironmentVariable("PATH") ?? ""), arguments);
}
