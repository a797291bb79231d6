using Fathom.Diagnosis.Examination;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls at once of which the first alone wait, for what is opened then, in worlds with a little noise.</summary>
public class WaitingShareTests
{
    private const double MinuteMs = 60_000;
    // Too little to tell apart what the first calls at once waited for.
    private const double BudgetMs = 12_000;

    [Theory]
    [InlineData(2, 250, true)]
    [InlineData(40, 50, false)] // of eighteen calls at once, less than a tenth of the time
    public async Task What_is_over_is_worth_to_look_for_where_it_took_a_tenth_of_the_time(double waitMs, double openMs, bool isWorth)
    {
        var world = new World(
            Sound with { Fault = FaultKind.Opens, Stack = ServerStack.Go, WaitMs = waitMs, OpenMs = openMs, OpensInTurn = false }, seed: 1);
        var began = world.NowMs;
        var examination = new ConcurrencyExamination(world, world.Facts);
        await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
        examination.Rivals.ShouldNotBeNull();
        WaitingShare.Of(examination).ShouldSatisfyAllConditions(s => s.IsOver.ShouldBeTrue(), s => s.IsWorth.ShouldBe(isWorth));
        examination.CallsWait.ShouldBe(isWorth);
    }

    [Theory]
    [InlineData(400, true)]
    [InlineData(0, false)]
    public async Task What_is_over_hides_no_calls_that_take_long_now_and_then(double maintenanceMs, bool isUneven)
    {
        var world = new World(
            Sound with
            {
                Fault = FaultKind.Opens, Stack = ServerStack.Go, WaitMs = 2, OpenMs = 250, OpensInTurn = false,
                MaintenanceMs = maintenanceMs, MaintenanceEveryMs = 2_000,
            }, seed: 2);
        var began = world.NowMs;
        var examination = new ConcurrencyExamination(world, world.Facts with
        {
            WatchedMs = [.. Enumerable.Repeat(2.5, 90), .. Enumerable.Repeat(isUneven ? 300.0 : 2.5, 10)],
        });
        await examination.ExamineAsync(() => BudgetMs - (world.NowMs - began), _ => { }, default);
        new RivalVerdict(examination).IsFound.ShouldBeFalse();
        (examination.Uneven?.AreTogether).ShouldBe(isUneven ? true : null);
    }
}
