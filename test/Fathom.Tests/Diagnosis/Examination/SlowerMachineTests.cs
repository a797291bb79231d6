using Fathom.Diagnosis.Experiments;
using static Fathom.Tests.Diagnosis.Examination.ScriptedService;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>A machine that becomes slower while it is examined, for what else runs on it.</summary>
public class SlowerMachineTests
{
    // The first to the last of eleven rounds: by more than single calls ever vary.
    private const double Times = 1.03;

    [Fact]
    public async Task Does_not_make_calls_at_once_vary_that_take_turns()
    {
        var rounds = 0;
        var examination = await ExamineAsync(
            t =>
            {
                var all = InTurns(t, seesProcess: true);
                rounds += t is { IsWatched: true, AfterMs: > 0 } ? 1 : 0;
                return Result(t, [.. all.EndMs.Select(e => Math.Pow(Times, rounds) * e)], all.Server);
            },
            Go);
        rounds.ShouldBeGreaterThan(9);
        examination.Rivals!.Rivals.SelectMany(r => r.Checked).Where(c => c.Prediction.Of == Contrast.SameAgain)
            .ShouldAllBe(c => !c.IsRejected);
        examination.Rivals.Possible.ShouldContain(r => r.Mechanism.Name == "one place that calls take in turn");
    }
}
