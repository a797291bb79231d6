using Fathom.Records;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>Shows published and measured figures as a table. A wide table is turned, so that its columns fit in 80 characters.</summary>
internal static class ComparisonView
{
    private const int MostColumns = 4;

    // Two published runs: 10009 / 8745, and the space between columns. The labels have the rest.
    private const int CellWidth = 12;

    public static void Write(IAnsiConsole console, RunRecord record, ComparisonTable table)
    {
        console.WriteLine();
        TextLayout.Write(console, table.Title, new Style(decoration: Decoration.Bold));
        string Cell(int row, int column) => CellText(record, table, table.Rows[row].Cells[column]);
        string[] rows = [.. table.Rows.Select(r => r.Label)];
        var isTurned = table.Columns.Count > MostColumns && table.Rows.Count < table.Columns.Count;
        console.Write(isTurned
            ? Grid(console, rows, table.Columns, (row, column) => Cell(column, row))
            : Grid(console, table.Columns, rows, Cell));
        TextLayout.Write(console, $"Published: {table.Source}.");
    }

    private static Table Grid(IAnsiConsole console, IReadOnlyList<string> columns, IReadOnlyList<string> rows, Func<int, int, string> cell)
    {
        var view = new Table { Border = TableBorder.Simple, Width = TextLayout.WidthOf(console) };
        view.AddColumn(new TableColumn(""));
        foreach (var column in columns)
        {
            view.AddColumn(new TableColumn(Markup.Escape(column)).RightAligned().Width(columns.Count < MostColumns ? null : CellWidth));
        }

        foreach (var (index, row) in rows.Index())
        {
            view.AddRow([row.EscapeMarkup(), .. Enumerable.Range(0, columns.Count).Select(c => cell(index, c).EscapeMarkup())]);
        }

        return view;
    }

    private static string CellText(RunRecord record, ComparisonTable table, ComparisonCell cell)
    {
        if (cell.Trial is null)
        {
            return cell.Published ?? "";
        }

        var trial = record.Trial(cell.Trial);
        return !trial.Metrics.TryGetValue(cell.Metric ?? table.Metric, out var value) ? "not measured"
            : Amount.Show(value.Value, value.Unit) + (trial.Errors > 0 ? $" ({trial.Errors} failed)" : "");
    }
}
