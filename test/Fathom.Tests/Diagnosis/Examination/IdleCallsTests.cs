using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>What a method needs is given up while no call comes, in worlds with a little noise.</summary>
public class IdleCallsTests
{
    private const int Worlds = 20;
    private const double MinuteMs = 60_000;
    private const double PauseMs = 2_000;

    [Theory]
    [InlineData(2, 250)]
    [InlineData(20, 100)]
    public async Task The_first_call_after_a_pause_takes_longer_than_the_next(double waitMs, double loadMs)
    {
        foreach (var examination in await ExamineAllAsync(
            Sound with { Fault = FaultKind.Expires, WaitMs = waitMs, KeptMs = 1_000, LoadMs = loadMs }))
        {
            var idle = examination.Idle.ShouldNotBeNull();
            idle.FirstMs.ShouldBeInRange(0.9 * loadMs, 1.2 * (loadMs + waitMs));
            idle.NextMs.ShouldBeInRange(0.9 * waitMs, waitMs + 5);
            // Those at once come after a pause, too, which is not that they wait for each other.
            examination.Rivals.ShouldBeNull();
        }
    }

    // As where each of them touches memory that was given back meanwhile.
    [Fact]
    public async Task Calls_at_once_that_take_long_after_a_pause_alone_do_not_wait_for_each_other()
    {
        var bursts = 0;
        var examination = await ScriptedService.ExamineAsync(
            t =>
            {
                var isFirst = t.AfterMs > 0 || (t is { Calls: > 1, IsNoOp: false } && bursts++ == 0);
                return ScriptedService.Result(t, [.. Enumerable.Range(1, t.Calls).Select(i => isFirst ? 100.0 + (20 * i) : 2)], null);
            },
            ScriptedService.Go with { AfterPauseMs = [130] });

        (examination.Idle is null, examination.Rivals is null).ShouldBe((false, true));
    }

    [Fact]
    public async Task One_call_that_took_long_by_chance_shows_no_pause() =>
        (await ExamineAllAsync(Sound with
        {
            Fault = FaultKind.Bimodal, Stack = ServerStack.Go, WaitMs = 10, SlowShare = 0.3, SlowTimes = 10,
        })).Count(e => e.Idle is not null).ShouldBeLessThan(Worlds / 4);

    private static async Task<IReadOnlyList<ConcurrencyExamination>> ExamineAllAsync(WorldParameters parameters)
    {
        List<ConcurrencyExamination> all = [];
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(parameters, seed);
            var began = world.NowMs;
            var first = await world.RunAsync(new ServiceTrial { AfterMs = PauseMs }, default);
            var examination = new ConcurrencyExamination(world, world.Facts with { AfterPauseMs = [first.TotalMs] });
            await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
            all.Add(examination);
        }

        return all;
    }
}
