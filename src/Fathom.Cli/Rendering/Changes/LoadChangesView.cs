using System.Globalization;
using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>Shows what changed between two runs of load: each figure with its verdict, then failed calls by status.</summary>
internal static class LoadChangesView
{
    private static readonly (ChangeKind Kind, string Word, Color Color)[] Verdicts =
    [
        (ChangeKind.Worse, "worse", Color.Red),
        (ChangeKind.Better, "better", Color.Green),
        (ChangeKind.Same, "the same", Color.Default),
        (ChangeKind.Undecided, "undecided", Color.Yellow),
    ];

    /// <summary>Writes the changes.</summary>
    /// <param name="console">The console.</param>
    /// <param name="call">The method.</param>
    /// <param name="changes">What changed.</param>
    public static void Write(IAnsiConsole console, string call, LoadChanges changes)
    {
        var tested = changes.Figures.Where(f => f.Change is not null).ToList();
        TextLayout.Write(console, $"{call}: {Summary(tested)}", new Style(decoration: Decoration.Bold));
        foreach (var figure in tested.OrderBy(f => Array.FindIndex(Verdicts, v => v.Kind == f.Kind)))
        {
            var (_, word, color) = Verdicts.First(v => v.Kind == figure.Kind);
            console.WriteLine();
            TextLayout.Write(console, $"{word}: {Values(figure)}, {Estimated(figure)}", new Style(color));
            TextLayout.Write(console, figure.Reason, indent: 2);
        }

        var others = changes.Figures.Except(tested).ToList();
        if (others.Count > 0)
        {
            console.WriteLine();
            TextLayout.Write(console, "without an interval (one run, and the record does not have them for each second):");
            others.ForEach(f => TextLayout.Write(console, Values(f), indent: 2));
        }

        console.WriteLine();
        foreach (var (status, (before, after)) in changes.Failures)
        {
            TextLayout.Write(console, string.Create(CultureInfo.InvariantCulture, $"{status}: {before:#,0} \u2192 {after:#,0} calls"));
        }

        foreach (var caveat in changes.Caveats)
        {
            TextLayout.Write(console, $"note: {caveat}");
        }
    }

    private static string Summary(IReadOnlyList<LoadFigureChange> tested) => tested.Count == 0 ? "nothing has an interval"
        : string.Join(", ", Verdicts.Select(v => (v.Word, Count: tested.Count(f => f.Kind == v.Kind))).Where(c => c.Count > 0)
            .Select(c => $"{c.Count} {c.Word}"));

    /// <summary>Both values of a figure.</summary>
    public static string Values(LoadFigureChange figure) => figure.Figure == LoadChanges.Failed
        ? $"{figure.Text}: {Percent(figure.Before)} \u2192 {Percent(figure.After)}"
        : $"{figure.Text}: {Amount.Show(figure.Before, figure.Unit)} \u2192 {Amount.Show(figure.After, figure.Unit)}";

    /// <summary>By how much they differ, with the interval.</summary>
    public static string Estimated(LoadFigureChange figure)
    {
        var change = figure.Change!;
        var ends = change.RangeOf is { } blocks ? $"range of {blocks} blocks of seconds" : IntervalText.Of(change);
        return figure.Figure == LoadChanges.Failed
            ? $"by {Percent(change.Value)} ({ends} {Percent(change.Low)} to {Percent(change.High)})"
            : $"{Amount.Number(change.Value)} times ({ends} {Amount.Range(change.Low, change.High, "", " to ")})";
    }

    private static string Percent(double share) => Amount.Show(100 * share, "%");
}
