using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>What stops all calls now and then, whether they come or not, in worlds with a little noise. Whether the first calls at once
/// meet it depends on when they come.</summary>
public class StandstillTests
{
    private const int Worlds = 20;
    private const double MinuteMs = 60_000;
    private const string Standstill = "something that all of them need and that stands still now and then";
    private const string LongTail = "a few calls that take long by themselves";
    private const string Polled = "one place for which calls ask again and again";

    private static readonly WorldParameters Rebuilt = Sound with
    {
        Fault = FaultKind.Maintenance, Stack = ServerStack.Go, WaitMs = 10, MaintenanceMs = 150, MaintenanceEveryMs = 470,
    };

    private static readonly WorldParameters Uneven = Sound with
    {
        Fault = FaultKind.Bimodal, Stack = ServerStack.Go, WaitMs = 10, SlowShare = 0.1, SlowTimes = 10,
    };

    [Fact]
    public async Task Calls_that_wait_for_its_end_together_show_it()
    {
        var rivals = await ExamineAllAsync(Rebuilt, concurrency: 32);
        rivals.Count.ShouldBeGreaterThan(Worlds / 4, "first calls at once met it");
        rivals.ShouldAllBe(r => r.Possible.Any(p => p.Mechanism.Name == Standstill));
        rivals.Count(r => r.Possible.Any(p => p.Mechanism.Name == Standstill && p.Sign != null)).ShouldBeGreaterThan(rivals.Count / 2);
    }

    [Fact]
    public async Task Calls_that_take_long_by_themselves_do_not()
    {
        var rivals = await ExamineAllAsync(Uneven, concurrency: 32);
        rivals.Count.ShouldBeGreaterThan(Worlds / 2);
        rivals.ShouldAllBe(r => Rejection(r, Standstill) != null);
        rivals.Count(r => r.Possible.Any(p => p.Mechanism.Name == LongTail)).ShouldBeGreaterThan(rivals.Count * 3 / 4);
    }

    // As where each third call meets a replica that fails, and is made again after a while.
    [Theory]
    [InlineData(0.1, 10)]
    [InlineData(0.25, 8)]
    [InlineData(0.33, 12)]
    [InlineData(0.33, 60)]
    public async Task Where_many_calls_take_long_by_themselves_they_do_not_ask_again_for_one_place(double share, double times)
    {
        var rivals = await ExamineAllAsync(Uneven with { SlowShare = share, SlowTimes = times }, concurrency: 8);
        rivals.Count.ShouldBeGreaterThan(Worlds / 2);
        rivals.ShouldAllBe(r => Rejection(r, Polled) != null);
        rivals.Count(r => r.Possible.Any(p => p.Mechanism.Name == LongTail)).ShouldBeGreaterThan(rivals.Count * 3 / 4);
    }

    // With eight at once.
    [Theory]
    [InlineData(FaultKind.Maintenance, true)]
    [InlineData(FaultKind.Bimodal, false)]
    public async Task Where_calls_at_once_do_not_meet_it_single_calls_do(FaultKind fault, bool areTogether)
    {
        List<bool?> said = [];
        await ExamineAllAsync(fault == FaultKind.Maintenance ? Rebuilt with { MaintenanceEveryMs = 900 } : Uneven, concurrency: 8,
            examined => said.Add(examined.Uneven?.AreTogether));
        said.ShouldNotContain(!areTogether);
        said.Count(s => s == areTogether).ShouldBeGreaterThan(Worlds / 4);
    }

    // It comes every few seconds, so that one call of those that are made one at a time meets it, or two.
    [Fact]
    public async Task Where_one_single_call_met_it_more_calls_do()
    {
        List<UnevenCalls?> said = [];
        await ExamineAllAsync(Rebuilt with { WaitMs = 1, MaintenanceMs = 300, MaintenanceEveryMs = 2_900 }, concurrency: 8,
            examined => said.Add(examined.Rivals is null ? examined.Uneven.ShouldNotBeNull() : null));
        said.Count(s => s is { AreTogether: true, AtOnce: > 1 }).ShouldBeGreaterThan(Worlds / 2);
    }

    private static async Task<IReadOnlyList<RivalExamination>> ExamineAllAsync(
        WorldParameters parameters, int concurrency, Action<ConcurrencyExamination>? examined = null)
    {
        List<RivalExamination> rivals = [];
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(parameters, seed);
            var began = world.NowMs;
            var examination = new ConcurrencyExamination(world, world.Facts with
            {
                Concurrency = concurrency, WatchedMs = world.WatchPings(everyMs: 10, lengthMs: 3_000, isLoaded: true).CallMs,
            });
            await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
            examined?.Invoke(examination);
            rivals.AddRange(examination.Rivals is { } found ? [found] : []);
        }

        return rivals;
    }
}
