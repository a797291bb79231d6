namespace Fathom.Lab.Reports.Html;

/// <summary>
/// The one form in which the report writes tables: a caption, column heads and row heads with their scope, inside a container
/// that scrolls by itself and can be reached with the keyboard.
/// </summary>
internal static class HtmlTable
{
    /// <param name="html">Where to.</param>
    /// <param name="caption">What the table shows.</param>
    /// <param name="columns">Column heads, that of the row heads first.</param>
    /// <param name="rows">Writes the rows.</param>
    /// <param name="note">More about the table, below the caption.</param>
    public static void Write(HtmlWriter html, string caption, IReadOnlyList<TableColumn> columns, Action rows, string? note = null)
    {
        using (html.Tag("div", ("class", "scroll"), ("role", "region"), ("aria-label", caption), ("tabindex", "0")))
        using (html.Tag("table"))
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
/// <param name="Head">Its head.</param>
/// <param name="IsFigure">True where its cells are figures, which stand to the right.</param>
/// <param name="Unit">Unit of the figures, or empty.</param>
internal sealed record TableColumn(string Head, bool IsFigure = false, string Unit = "");
