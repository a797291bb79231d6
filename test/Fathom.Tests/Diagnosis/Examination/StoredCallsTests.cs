using Fathom.Diagnosis.Examination;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls at once that go until what holds a number of them is used up, in worlds with a little noise.</summary>
public class StoredCallsTests
{
    private const int Worlds = 20;
    private const double MinuteMs = 60_000;

    private static readonly WorldParameters Limited = Sound with
    {
        Fault = FaultKind.LargeBucket, Stack = ServerStack.Go, WaitMs = 2, TokenGapMs = 20, TokenBurst = 100,
    };

    [Theory]
    [InlineData(20, 100)]
    [InlineData(9, 110)]
    [InlineData(90, 140)]
    public async Task Are_found_with_how_many_go_and_the_pace_from_then_on(double gapMs, int burst)
    {
        foreach (var found in await ExamineAllAsync(Limited with { TokenGapMs = gapMs, TokenBurst = burst }))
        {
            found.ShouldNotBeNull();
            found.Rate.ShouldBe(1000 / gapMs, 1000 / gapMs / 10);
            var again = Math.Min(burst, StoredCalls.PauseMs / gapMs);
            ((double)found.Count).ShouldBeInRange(0.9 * again, 1.6 * again);
            found.NoOpMs.ShouldBeLessThan(5);
        }
    }

    [Fact]
    public async Task Are_none_where_no_call_waits() =>
        (await ExamineAllAsync(Sound with { Fault = FaultKind.None, Stack = ServerStack.Go, WaitMs = 2 })).ShouldAllBe(f => f == null);

    private static async Task<IReadOnlyList<StoredCalls?>> ExamineAllAsync(WorldParameters parameters)
    {
        List<StoredCalls?> found = [];
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(parameters, seed);
            var began = world.NowMs;
            var examination = new ConcurrencyExamination(world, world.Facts);
            await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
            examination.Rivals.ShouldBeNull();
            found.Add(examination.Stored);
        }

        return found;
    }
}
