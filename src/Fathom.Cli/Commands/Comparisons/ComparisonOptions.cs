using Fathom.Cli.Rendering.Judgements;
using Spectre.Console;

namespace Fathom.Cli.Commands.Comparisons;

/// <summary>What <c>fathom compare</c> was given.</summary>
/// <param name="Before">File of the earlier record, as it was written.</param>
/// <param name="After">File of the later record.</param>
/// <param name="Metrics">The metrics to compare; empty for the default.</param>
/// <param name="Levels">Levels of factors to which trials are restricted.</param>
/// <param name="Form">The form of what standard output gets: <c>text</c>, <c>json</c> or <c>junit</c>.</param>
internal sealed record ComparisonOptions(string Before, string After, IReadOnlyList<string> Metrics,
    IReadOnlyDictionary<string, IReadOnlyList<string>> Levels, string Form)
{
    /// <summary>Shows what changed in the form that was asked for; the text where it does not stand in the way.</summary>
    public void Show(FathomConsole console, Func<string> json, Action<IAnsiConsole> text, Judgement judgement)
    {
        text(Form == "text" ? console.Results() : console.Progress());
        if (Form != "text")
        {
            console.Out.WriteLine(Form == "json" ? json() : JUnitText.Of(judgement).TrimEnd());
        }

        StepSummary.AppendIfAsked(console, judgement);
    }

    /// <summary>Refuses records that cannot be compared.</summary>
    /// <param name="refusals">Why; empty where they can.</param>
    public static void Refuse(IReadOnlyList<string> refusals)
    {
        if (refusals.Count > 0)
        {
            throw CommandException.Usage($"compare: the records cannot be compared: {string.Join("; ", refusals)}");
        }
    }

    /// <summary>Compares them by the metrics that were asked for, and refuses one that they do not have.</summary>
    /// <param name="refusals">Why they cannot be compared; empty where they can.</param>
    /// <param name="between">Compares them.</param>
    public T Compared<T>(IReadOnlyList<string> refusals, Func<IReadOnlyList<string>, T> between)
    {
        Refuse(refusals);
        try
        {
            return between(Metrics);
        }
        catch (ArgumentException e)
        {
            throw CommandException.Usage($"--metric: {e.Message.Split(" (Parameter")[0]}");
        }
    }

    /// <summary>Refuses flags that only records of studies have an answer to.</summary>
    /// <param name="what">Whose records these are.</param>
    /// <param name="hasMetrics">Whether they have metrics to choose from.</param>
    public void RefuseStudyFlags(string what, bool hasMetrics)
    {
        if (Levels.Count > 0)
        {
            throw CommandException.Usage($"--only: a record of {what} has no factors; accepted for records of studies");
        }

        if (Metrics.Count > 0 && !hasMetrics)
        {
            throw CommandException.Usage(
                $"--metric: a record of {what} has one metric, chosen when it was made; accepted for records of studies and of load");
        }
    }
}
