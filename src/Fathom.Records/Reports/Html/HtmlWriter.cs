using System.Text;

namespace Fathom.Records.Reports.Html;

/// <summary>
/// Writes HTML and inline SVG. Markup can be written only as elements, and all text and attribute values are escaped, so that nothing in a
/// record becomes markup. Owned by one rendering; not thread-safe.
/// </summary>
internal sealed class HtmlWriter
{
    private static readonly string[] Void = ["meta", "br", "hr", "col", "line", "rect", "circle", "polyline", "path"];

    private readonly StringBuilder _page = new();
    private readonly Stack<string> _open = new();

    /// <summary>Writes a start tag; disposing the returned scope writes the end tag. Attributes with a null value are left out.</summary>
    public Scope Tag(string name, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        Start(name, attributes);
        _open.Push(name);
        return new Scope(this);
    }

    /// <summary>Writes the document type and the start tag of the root element.</summary>
    public Scope Document(string language)
    {
        _page.Append("<!DOCTYPE html>\n");
        return Tag("html", ("lang", language));
    }

    /// <summary>Writes an element that contains only text.</summary>
    public void Element(string name, string text, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        Start(name, attributes);
        _page.Append(SafeText.Escape(text)).Append("</").Append(name).Append('>');
    }

    /// <summary>Writes an element without content, such as <c>br</c> or an SVG shape.</summary>
    /// <exception cref="ArgumentException">The element needs an end tag.</exception>
    public void Empty(string name, params ReadOnlySpan<(string Name, string? Value)> attributes)
    {
        if (!Void.Contains(name))
        {
            throw new ArgumentException($"'{name}' is not written without an end tag; accepted: {string.Join(", ", Void)}.", nameof(name));
        }

        // SVG needs the slash; HTML ignores it.
        Start(name, attributes, end: "/>");
    }

    public void Text(string text) => _page.Append(SafeText.Escape(text));

    /// <summary>Writes a line break into the source, for readability. Do not call it inside <c>pre</c>.</summary>
    public void Line() => _page.Append('\n');

    /// <summary>Writes the style sheet of the page, the only text that is not escaped.</summary>
    /// <exception cref="ArgumentException">The style sheet contains '&lt;', which could end its element.</exception>
    public void Style(string css)
    {
        if (css.Contains('<', StringComparison.Ordinal))
        {
            throw new ArgumentException("A style sheet of the report must not contain '<'.", nameof(css));
        }

        _page.Append("<style>\n").Append(css).Append("</style>");
    }

    /// <summary>Returns the page.</summary>
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

    // Names must come from this project, never from a record.
    private static string Name(string name) => name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')
        ? name
        : throw new ArgumentException($"'{name}' is not a name of an element or attribute; accepted: ASCII letters, digits, '-'.",
            nameof(name));

    private void End() => _page.Append("</").Append(_open.Pop()).Append('>');

    /// <summary>An open element. Disposing it writes the end tag. Scopes must be disposed in reverse order.</summary>
    internal readonly struct Scope(HtmlWriter writer) : IDisposable
    {
        public void Dispose() => writer.End();
    }
}
