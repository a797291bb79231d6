using System.Globalization;
using Fathom.Lab.Results;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows a run record on the console: published figures beside measured ones, findings, answer.</summary>
internal static class StudySummaryView
{
    public static void Write(IAnsiConsole console, RunRecord record)
    {
        console.WriteLine();
        console.WriteLine($"{record.Study}: {record.Title}", new Style(decoration: Decoration.Bold));
        console.WriteLine(record.Question);
        if (record.Partial)
        {
            console.WriteLine("Interrupted: the record is partial.", new Style(Color.Yellow));
        }

        foreach (var table in record.Tables)
        {
            WriteTable(console, record, table);
        }

        WriteLines(console, record);
        foreach (var finding in record.Findings)
        {
            FindingView.Write(console, finding);
        }

        if (record.Failures.Count > 0)
        {
            console.WriteLine();
            console.WriteLine(
                $"Replicates that could not be measured: {record.Failures.Count}; the record has each with its standard error.",
                    new Style(Color.Yellow));
        }

        console.WriteLine();
        console.WriteLine(record.Answer, new Style(decoration: Decoration.Bold));
    }

    private static void WriteTable(IAnsiConsole console, RunRecord record, ComparisonTable table)
    {
        console.WriteLine();
        var view = new Table { Border = TableBorder.Simple, Title = new TableTitle(Markup.Escape(table.Title)) };
        view.AddColumn(new TableColumn("").NoWrap());
        foreach (var column in table.Columns)
        {
            view.AddColumn(new TableColumn(Markup.Escape(column)).RightAligned());
        }

        foreach (var row in table.Rows)
        {
            view.AddRow([row.Label.EscapeMarkup(), .. row.Cells.Select(c => CellText(record, table, c).EscapeMarkup())]);
        }

        console.Write(view);
        console.WriteLine($"Published: {table.Source}.");
    }

    private static void WriteLines(IAnsiConsole console, RunRecord record)
    {
        if (record.Lines.Count == 0)
        {
            return;
        }

        console.WriteLine();
        console.WriteLine("Measured, in the published form:");
        foreach (var line in record.Lines)
        {
            console.WriteLine($"  {line.Trial} {line.Text}");
        }
    }

    private static string CellText(RunRecord record, ComparisonTable table, ComparisonCell cell)
    {
        if (cell.Trial is null)
        {
            return cell.Published ?? "";
        }

        var trial = record.Trial(cell.Trial);
        return !trial.Metrics.TryGetValue(table.Metric, out var value) ? "not measured"
            : value.Value.ToString("0", CultureInfo.InvariantCulture) + (trial.Errors > 0 ? $" ({trial.Errors} failed)" : "");
    }
}
