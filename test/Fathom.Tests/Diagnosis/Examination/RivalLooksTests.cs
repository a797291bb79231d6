using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>When a prediction is decided, and when it is measured again. Calls take turns of 10 ms each behind one place, but for what a
/// test changes.</summary>
public class RivalLooksTests
{
    // Eleven rounds of which one shows otherwise reject nothing at the level of a rival with many predictions; of 22 they do.
    [Fact]
    public async Task What_nearly_all_rounds_miss_is_measured_again_and_rejected()
    {
        var bursts = 0;
        var (examination, steps) = await ExamineAsync(
            (trial, result) => trial is { IsWatched: true, Calls: 3 } && ++bursts == 5 ? Slower(result, 3) : result);

        steps.ShouldContain(s => s.EndsWith(" Again, since the first rounds did not decide.", StringComparison.Ordinal));
        var rejected = Rival(examination, "one place for which calls ask again and again").Rejected.ShouldNotBeNull();
        (rejected.Prediction.Of, rejected.Looks).ShouldBe((Contrast.FurtherOfFew, 2));
        rejected.Reading.Values.Count.ShouldBe(2 * examination.Rivals!.Rounds);
        new RivalVerdict(examination).IsFound.ShouldBeTrue();
    }

    // Of the server's processor time half of the rounds show that it computes on more than one processor, which no place does.
    [Fact]
    public async Task Nothing_is_found_while_most_rounds_miss_what_it_predicts()
    {
        var bursts = 0;
        var (examination, _) = await ExamineAsync((trial, result) => trial is { IsWatched: true, Calls: 16 }
            ? result with { Server = new ServerUse((++bursts % 5 < 3 ? 3 : 0.1) * result.TotalMs, 0, 0) { IdleMs = result.TotalMs } }
            : result);

        var place = Rival(examination, "one place that calls take in turn");
        (place.IsPossible, place.Sign is not null).ShouldBe((true, true));
        place.Unmet.ShouldNotBeNull().Prediction.Of.ShouldBe(Contrast.ServerBusy);
        var verdict = new RivalVerdict(examination);
        (verdict.IsFound, verdict.Causes.Count).ShouldBe((false, 1));
        verdict.Sentence.ShouldStartWith("Nothing is proven.");
    }

    // A quota whose time is used up by the first calls only, and everything else rejected as well: a second look of which nothing waits
    // acquits none.
    [Fact]
    public async Task A_second_look_with_too_few_rounds_acquits_nothing()
    {
        var (isSecond, bursts) = (false, 0);
        var (examination, _) = await ExamineAsync(
            (trial, result) => trial.AtOnce == 2 ? Slower(result, 5) : isSecond && trial.IsWatched ? Slower(result, 0.1)
                : trial.IsWatched && ++bursts <= 2 ? result with { Server = new ServerUse(0.1, 0, result.TotalMs / 2) } : result,
            step => isSecond |= step.Contains(" A second time,", StringComparison.Ordinal));

        examination.Rivals!.Possible.ShouldBeEmpty();
        Rival(examination, "a quota of processor time").Rejected.ShouldNotBeNull();
    }

    private static ServiceTrialResult Slower(ServiceTrialResult result, double times) => result with
    {
        TotalMs = times * result.TotalMs, EndMs = [.. result.EndMs.Select(e => times * e)],
    };

    private static Rival Rival(ConcurrencyExamination examination, string name) =>
        examination.Rivals!.Rivals.Single(r => r.Mechanism.Name == name);

    private static async Task<(ConcurrencyExamination Examination, IReadOnlyList<string> Steps)> ExamineAsync(
        Func<ServiceTrial, ServiceTrialResult, ServiceTrialResult> change, Action<string>? told = null)
    {
        var steps = new List<string>();
        var examination = await ScriptedService.ExamineAsync(
            t => change(t, ScriptedService.InTurns(t, seesProcess: true)), ScriptedService.Go, step =>
            {
                steps.Add(step);
                told?.Invoke(step);
            });
        return (examination, steps);
    }
}
