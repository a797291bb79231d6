namespace Fathom.Records.Reports.Html;

/// <summary>
/// Writes the tables of the report: a caption, column and row headers with their scope, in a container that scrolls separately and can
/// receive the keyboard focus.
/// </summary>
internal static class HtmlTable
{
    /// <summary>Writes a table.</summary>
    /// <param name="html">The writer of the page.</param>
    /// <param name="caption">What the table shows.</param>
    /// <param name="columns">Column headers; the first is that of the row headers.</param>
    /// <param name="rows">Writes the rows.</param>
    /// <param name="note">A note below the caption, or null.</param>
    /// <param name="isReflowed">Whether each row becomes a list on a phone. Its cells then have their column's head in
    /// <c>data-h</c>.</param>
    public static void Write(HtmlWriter html, string caption, IReadOnlyList<TableColumn> columns, Action rows, string? note = null,
        bool isReflowed = false)
    {
        using (html.Tag("div", ("class", "scroll"), ("role", "region"), ("aria-label", caption), ("tabindex", "0")))
        using (html.Tag("table", ("class", isReflowed ? "reflow" : null)))
        {
            using (html.Tag("caption"))
            {
                html.Element("span", caption, ("class", "cap"));
                if (note is not null)
                {
                    html.Element("span", note, ("class", "note"));
                }
            }

            using (html.Tag("thead"))
            using (html.Tag("tr"))
            {
                foreach (var column in columns)
                {
                    using (html.Tag("th", ("scope", "col"), ("class", column.IsFigure ? "n" : null)))
                    {
                        html.Text(column.Head);
                        if (column.Unit.Length > 0)
                        {
                            html.Element("small", column.Unit);
                        }
                    }
                }
            }

            using (html.Tag("tbody"))
            {
                rows();
            }
        }

        html.Line();
    }
}

/// <summary>A column of a table.</summary>
/// <param name="Head">The header.</param>
/// <param name="IsFigure">Whether the cells are figures, which are aligned to the right.</param>
/// <param name="Unit">Unit of the figures; can be empty.</param>
internal sealed record TableColumn(string Head, bool IsFigure = false, string Unit = "");
