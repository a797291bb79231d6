using Fathom.Lab.Running;

namespace Fathom.Tests.Lab.Running;

/// <summary>The speed of this machine beside the reference machine.</summary>
public class MachineSpeedTests
{
    [Fact]
    public void Every_machine_has_a_speed_that_a_plan_can_use() =>
        MachineSpeed.Measure(TimeProvider.System).ShouldBeInRange(0.001, 1_000);
}
