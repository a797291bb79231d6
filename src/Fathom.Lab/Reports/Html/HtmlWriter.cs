using System.Text;

namespace Fathom.Lab.Reports.Html;

/// <summary>
/// Writes HTML and inline SVG. There is no way to write markup but as elements, and text and attribute values are always escaped;
/// whatever a record holds stays text. Owned by one rendering; not thread-safe.
/// </summary>
internal sealed class HtmlWriter
{
    private static readonly string[] Void = ["meta", "br", "hr", "col", "line", "rect", "circle", "polyline", "path"];

    private readonly StringBuilder _page = new();
    private readonly Stack<string> _open = new();

    /// <summary>Opens an element that the returned scope closes. An attribute whose value is null is left out.</summary>
    public Scope Tag(string name, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        Start(name, attributes);
        _open.Push(name);
        return new Scope(this);
    }

    /// <summary>Opens the document, which says that it is HTML as it stands today.</summary>
    public Scope Document(string language)
    {
        _page.Append("<!DOCTYPE html>\n");
        return Tag("html", ("lang", language));
    }

    /// <summary>An element that holds text alone.</summary>
    public void Element(string name, string text, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        Start(name, attributes);
        _page.Append(SafeText.Escape(text)).Append("</").Append(name).Append('>');
    }

    /// <summary>An element without content, such as <c>br</c> or an SVG shape.</summary>
    public void Empty(string name, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        if (!Void.Contains(name))
        {
            throw new ArgumentException($"'{name}' is not written without an end tag; accepted: {string.Join(", ", Void)}.", nameof(name));
        }

        // In SVG only the slash ends an element; for HTML it is of no account.
        Start(name, attributes, end: "/>");
    }

    public void Text(string text) => _page.Append(SafeText.Escape(text));

    /// <summary>A line break in the source, for those who read it; never inside <c>pre</c>.</summary>
    public void Line() => _page.Append('\n');

    /// <summary>The page's own style sheet, the only thing written as it is.</summary>
    /// <exception cref="ArgumentException">It could end its element.</exception>
    public void Style(string css)
    {
        if (css.Contains('<', StringComparison.Ordinal))
        {
            throw new ArgumentException("A style sheet of the report holds no '<'.", nameof(css));
        }

        _page.Append("<style>\n").Append(css).Append("</style>");
    }

    /// <summary>The page so far.</summary>
    /// <exception cref="InvalidOperationException">An element is still open.</exception>
    public string Finish() => _open.Count == 0
        ? _page.ToString()
        : throw new InvalidOperationException($"Still open: {string.Join(", ", _open)}.");

    private void Start(string name, ReadOnlySpan<(string Name, string? Value)> attributes, string end = ">")
    {
        _page.Append('<').Append(Name(name));
        foreach (var (attribute, value) in attributes)
        {
            if (value is not null)
            {
                _page.Append(' ').Append(Name(attribute)).Append("=\"").Append(SafeText.Escape(value)).Append('"');
            }
        }

        _page.Append(end);
    }

    // Names come from this project's code alone; the check keeps it so.
    private static string Name(string name) => name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')
        ? name
        : throw new ArgumentException($"'{name}' is no name of an element or attribute; accepted: ASCII letters, digits, '-'.",
            nameof(name));

    private void End() => _page.Append("</").Append(_open.Pop()).Append('>');

    /// <summary>An open element. Disposing closes it; scopes close in the reverse order of their opening.</summary>
    internal readonly struct Scope(HtmlWriter writer) : IDisposable
    {
        public void Dispose() => writer.End();
    }
}
