using Fathom.Records.Changes;
using Fathom.Records.Words;
using Fathom.Records;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>Shows what changed between two records: causes that came and went, then every metric with its verdict.</summary>
internal static class ChangesView
{
    private static readonly (ChangeKind Kind, string Word, Color Color)[] Verdicts =
    [
        (ChangeKind.Worse, "worse", Color.Red),
        (ChangeKind.Better, "better", Color.Green),
        (ChangeKind.Different, "different", Color.Default),
        (ChangeKind.Same, "the same", Color.Default),
        (ChangeKind.Undecided, "undecided", Color.Yellow),
    ];

    /// <summary>Writes the changes.</summary>
    /// <param name="console">The console.</param>
    /// <param name="before">The earlier record.</param>
    /// <param name="changes">What changed since.</param>
    public static void Write(IAnsiConsole console, RunRecord before, RecordChanges changes)
    {
        TextLayout.Write(console, $"{before.Study}: {Summary(changes)}", new Style(decoration: Decoration.Bold));
        Causes(console, "no longer proven", changes.CausesGone);
        Causes(console, "proven now", changes.CausesNew);
        Causes(console, "proven in both", changes.CausesLeft);
        var names = new TrialNames(before);
        foreach (var (kind, word, color) in Verdicts)
        {
            foreach (var change in changes.Metrics.Where(m => m.Kind == kind))
            {
                console.WriteLine();
                TextLayout.Write(console, $"{word}: {names.Of(change.Before.Id)}", new Style(color));
                TextLayout.Write(console, kind == ChangeKind.Same ? Values(change) : $"{Values(change)}, {Times(change)}", indent: 2);
                if (kind != ChangeKind.Same)
                {
                    TextLayout.Write(console, change.Reason, indent: 2);
                }
            }
        }

        console.WriteLine();
        Left(console, "only before", changes.OnlyBefore.Count);
        Left(console, "only after", changes.OnlyAfter.Count);
        foreach (var caveat in changes.Caveats)
        {
            TextLayout.Write(console, $"note: {names.In(caveat)}");
        }
    }

    private static string Summary(RecordChanges changes)
    {
        var counts = Verdicts.Select(v => (v.Word, Count: changes.Metrics.Count(m => m.Kind == v.Kind))).Where(c => c.Count > 0);
        return changes.Metrics.Count == 0 ? "no trial is in both records"
            : string.Join(", ", counts.Select(c => $"{c.Count} {c.Word}"));
    }

    private static void Causes(IAnsiConsole console, string what, IReadOnlyList<string> causes)
    {
        if (causes.Count > 0)
        {
            TextLayout.Write(console, $"{what}: {string.Join(", ", causes)}", indent: 2);
        }
    }

    /// <summary>Both values of a metric.</summary>
    public static string Values(MetricChange change)
    {
        var (before, after) = (change.Before.Metrics[change.Metric.Id], change.After.Metrics[change.Metric.Id]);
        return $"{MetricWords.Of(change.Metric)}: {Amount.Show(before.Value, before.Unit)} \u2192 {Amount.Show(after.Value, after.Unit)}";
    }

    /// <summary>Their ratio with its interval.</summary>
    public static string Times(MetricChange change) =>
        $"{Amount.Number(change.Ratio.Value)} times ({IntervalText.Of(change.Ratio)} "
            + $"{Amount.Range(change.Ratio.Low, change.Ratio.High, "", " to ")})";

    private static void Left(IAnsiConsole console, string what, int count)
    {
        if (count > 0)
        {
            TextLayout.Write(console, $"{what}: {count} {(count == 1 ? "trial" : "trials")}");
        }
    }
}
