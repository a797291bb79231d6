using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls of which some compute much longer than others, in worlds with a little noise.</summary>
public class UnevenProcessorsTests
{
    private const string Uneven = "processors on which some calls compute much longer than others";
    private const string Long = "a few calls that take long by themselves";

    private static readonly WorldParameters OneOfThree = Sound with
    {
        Fault = FaultKind.UnevenCpu, Stack = ServerStack.Go, ComputeMs = 2, SlowShare = 1.0 / 3, SlowTimes = 30,
        SlowPart = SlowPart.Computes, SlowInTurn = true,
    };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Fill_the_processors(bool inTurn) =>
        (await PossibleAsync(OneOfThree with { SlowInTurn = inTurn })).ShouldBe([Uneven]);

    [Fact]
    public async Task Are_told_from_those_that_compute_alike() =>
        (await PossibleAsync(OneOfThree with { ComputeMs = 22, SlowTimes = 1 })).ShouldBe(["processors on which calls compute"]);

    [Fact]
    public async Task Are_told_from_those_that_wait_long() =>
        (await PossibleAsync(OneOfThree with { WaitMs = 2, ComputeMs = 0.2, SlowPart = SlowPart.Waits })).ShouldBe([Long]);

    // What they compute for is no more seen than that it is not what they wait for.
    [Fact]
    public async Task Are_no_finding_where_the_process_of_the_server_is_not_read()
    {
        var rivals = await ExamineAsync(OneOfThree with { SeesProcess = false });
        rivals.Possible.Select(r => r.Mechanism.Name).ShouldBeSubsetOf([Uneven, Long, "a limit of the rate of calls"]);
        rivals.IsFound.ShouldBeFalse();
    }
}
