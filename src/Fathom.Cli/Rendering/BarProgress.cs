using Fathom.Records;
using Fathom.Records.Words;
using Fathom.Studies;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>
/// One live line on a terminal: study, bar, time left, running trials. It is redrawn at each step, seconds apart: a drawing thread would
/// disturb the measurement.
/// </summary>
internal sealed class BarProgress(FathomConsole console) : ProgressView
{
    private const int BarWidth = 24;
    private readonly IAnsiConsole _terminal = console.Progress();
    private StudyPlan? _plan;
    private int _done;
    private int _total;

    public override void Begin(StudyPlan plan)
    {
        _plan = plan;
        _total = plan.Steps.Sum(s => s.Replicates.Count);
    }

    public override void Step(PlanStep step, TimeSpan timeLeft)
    {
        Draw(string.Join(" | ", step.Replicates.Select(r => Varying(r.Trial))), Clock(timeLeft));
        _done += step.Replicates.Count;
    }

    public override void Failed(TrialFailure failure)
    {
        Clear();
        foreach (var line in Describe(failure))
        {
            _terminal.WriteLine(line, new Style(Color.Red));
        }
    }

    public override void Disturbed(string text, bool repeats)
    {
        Clear();
        _terminal.WriteLine(Describe(text, repeats), new Style(Color.Yellow));
    }

    public override void End(bool partial) => Clear();

    private void Draw(string what, string left)
    {
        var filled = _total == 0 ? 0 : BarWidth * _done / _total;
        var line = $"{_plan!.Study.Name} [{new string('#', filled)}{new string('.', BarWidth - filled)}] {_done}/{_total}  {left} left  "
            + $"{what}";
        var width = Math.Max(20, _terminal.Profile.Width - 1);
        Clear();
        console.Error.Write(line.Length > width ? line[..width] : line);
        console.Error.Flush();
    }

    private void Clear() => console.ClearLine();

    // The levels in which a trial differs from the baseline.
    private string Varying(string trial)
    {
        var levels = _plan!.Trials.First(t => t.Id == trial).Levels;
        var baseline = _plan.Trials[0].Levels;
        var differences = levels.DifferencesFrom(baseline).Select(f => TrialNames.Level(f, levels[f])).ToList();
        return differences.Count == 0 ? "baseline" : string.Join(", ", differences);
    }
}
