using Fathom.TestKit;
using Fathom.TestKit.Worlds;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Examinations of simulated worlds whose fault is known. The bench <c>worlds</c> counts many more.</summary>
public class WorldsTests
{
    private const long FirstSeed = 50_000_000;
    private const int Some = 450;

    // Of 10,000 other worlds the truth is alone in 79 %, among at most two in 94 %; a wrong cause is proven in 0.3 % of those whose fault
    // is known, and 0.5 % of those with a costly one are called healthy. 450 have room for nearly three standard deviations.
    [Fact]
    public async Task Of_many_worlds_the_cause_is_named_and_hardly_ever_a_wrong_one_proven()
    {
        var outcomes = new List<WorldOutcome>();
        for (var seed = FirstSeed; seed < FirstSeed + Thorough.Count(Some, 4 * Some, 20 * Some); seed++)
        {
            outcomes.Add(await WorldOutcome.ExamineAsync(seed, WorldOutcome.KindOf(seed)));
        }

        var tally = new WorldTally(outcomes);
        ((double)tally.Alone / tally.Known).ShouldBeGreaterThan(0.72);
        ((double)tally.AmongTwo / tally.Known).ShouldBeGreaterThan(0.9);
        ((double)tally.WrongProvenOfKnown / tally.Known).ShouldBeLessThan(0.02);
        ((double)tally.CostlyHealthy / tally.Costly).ShouldBeLessThan(0.03);
        ((double)tally.SoundWithCause / tally.Sound).ShouldBeLessThan(0.15);
    }

    [Theory]
    [InlineData(FaultKind.None)]
    [InlineData(FaultKind.Starved)]
    [InlineData(FaultKind.Gate)]
    [InlineData(FaultKind.Gc)]
    [InlineData(FaultKind.Two)]
    public async Task The_same_seed_gives_the_same_verdict_and_the_same_readings(FaultKind kind)
    {
        var (first, second) = (await WorldOutcome.ExamineAsync(1, kind), await WorldOutcome.ExamineAsync(1, kind));
        second.World.ShouldBe(first.World);
        second.Cost.ShouldBe(first.Cost);
        second.Verdict.Log.ShouldBe(first.Verdict.Log);
        (second.Verdict.Text, second.Verdict.IsProven, second.Verdict.Seconds)
            .ShouldBe((first.Verdict.Text, first.Verdict.IsProven, first.Verdict.Seconds));
    }

    [Fact]
    public async Task An_examination_ends_when_it_is_cancelled()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(
            () => new WorldDoctor(new World(1, FaultKind.Gate)).ExamineAsync(cancelled.Token));
    }

    [Fact]
    public void Each_fault_is_drawn_on_a_stack_that_can_have_it()
    {
        foreach (var kind in Enum.GetValues<FaultKind>().Where(WorldTruth.IsKnown))
        {
            for (var seed = 0; seed < 50; seed++)
            {
                var world = new World(seed, kind).Parameters;
                WorldTruth.CausesOf(world).ShouldNotBeEmpty();
                (world.RoundTripMs is >= 0.05 and <= 40 && world.Processors is >= 1 and <= 8).ShouldBeTrue();
                (kind == FaultKind.Loop).ShouldBe(kind == FaultKind.Loop && world.Stack == ServerStack.Node);
            }
        }
    }
}
