using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls that compute more beside others than alone, in worlds with a little noise.</summary>
public class CostlyBesideOthersTests
{
    private const string Costly = "processors on which a call computes more beside others than alone";

    private static readonly WorldParameters Beside = Sound with
    {
        Fault = FaultKind.Beside, Stack = ServerStack.Cpp, ComputeMs = 1, BesideTimes = 10, WaitMs = 0, SeesProcess = true,
    };

    [Fact]
    public async Task Are_told_from_calls_that_compute_as_much_alone()
    {
        (await PossibleAsync(Beside)).ShouldBe([Costly]);
        (await PossibleAsync(Beside with { BesideTimes = 0, ComputeMs = 10 })).ShouldBe(["processors on which calls compute"]);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(20)]
    public async Task Are_told_where_they_take_little_longer_and_wait_by_themselves(double waitMs) =>
        (await PossibleAsync(Beside with { ComputeMs = 0.4, WaitMs = waitMs, BesideTimes = 4 })).ShouldBe([Costly]);

    [Fact]
    public async Task Are_not_told_where_the_process_of_the_server_is_not_read() =>
        (await PossibleAsync(Beside with { SeesProcess = false })).ShouldNotContain(Costly);

    [Fact]
    public async Task Are_told_from_a_place_that_calls_take_in_turn() =>
        (await PossibleAsync(Beside with
        {
            BesideTimes = 0, ComputeMs = 0.2, Fault = FaultKind.LockAwait, Stack = ServerStack.Go, Places = 1, PlaceMs = 10,
        })).ShouldNotContain(Costly);
}
