using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running;
using Fathom.TestKit;
using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Studies.Running;

/// <summary>The speed of this machine beside the reference machine.</summary>
public class MachineSpeedTests
{
    private readonly VirtualTime _time = new();

    [Fact]
    public void Every_machine_has_a_speed_that_a_plan_can_use() =>
        MachineSpeed.MeasureCalculation(TimeProvider.System).ShouldBeInRange(0.001, 1_000);

    [Fact]
    public async Task Starts_of_a_program_have_a_speed_too() =>
        (await StartsAsync(new LocalMachine(), TimeProvider.System, TestContext.Current.CancellationToken))!.Value
            .ShouldBeInRange(0.001, 1_000);

    [Fact]
    public async Task The_fastest_of_three_starts_counts_beside_the_68_ms_of_the_reference_machine()
    {
        var starts = new Queue<int>([400, 136, 200]);
        var machine = new FakeMachine
        {
            Run = (_, _) =>
            {
                _time.Advance(TimeSpan.FromMilliseconds(starts.Dequeue()));
                return Task.FromResult<(int, string, string)?>((0, "", ""));
            },
        };
        (await StartsAsync(machine, _time, TestContext.Current.CancellationToken)).ShouldBe(0.5);
        starts.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_program_that_fails_says_nothing_of_the_machine() =>
        (await StartsAsync(new FakeMachine { Programs = new() { ["dotnet"] = (1, "", "") } }, _time,
            TestContext.Current.CancellationToken)).ShouldBeNull();

    [Fact]
    public async Task A_program_that_cannot_be_started_says_nothing_of_the_machine() =>
        (await StartsAsync(new FakeMachine(), _time, TestContext.Current.CancellationToken)).ShouldBeNull();

    [Fact]
    public async Task A_program_that_does_not_end_can_be_cancelled()
    {
        using var cancellation = new CancellationTokenSource();
        var measured = StartsAsync(new FakeMachine { Hangs = true }, _time, cancellation.Token);
        await cancellation.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(measured);
    }

    private static Task<double?> StartsAsync(IMachine machine, TimeProvider time, CancellationToken cancellation) =>
        MachineSpeed.MeasureStartsAsync(machine, machine.Dotnet, ["--list-runtimes"], time, cancellation);
}
