using System.Text;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Writes lines of C#, indented by the enclosing blocks.</summary>
internal sealed class CodeWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;

    public void Line(string line = "")
    {
        if (line.Length > 0)
        {
            _text.Append(' ', 4 * _depth).Append(line);
        }

        _text.Append('\n');
    }

    /// <summary>Writes a line followed by a block in braces.</summary>
    public void Block(string head, Action body, string tail = "")
    {
        Line(head);
        Line("{");
        _depth++;
        body();
        _depth--;
        Line("}" + tail);
    }

    /// <summary>Writes a case of a switch over tags, up to and including its break.</summary>
    /// <param name="tag">The tag of the field.</param>
    /// <param name="body">Writes the code that reads the field.</param>
    /// <param name="likely">The tags that are likely to follow, most likely first. Each is tested before control
    /// returns to the switch. 0 means none.</param>
    public void Case(uint tag, Action body, params uint[] likely)
    {
        Line($"case {tag}u:");
        Line("{");
        _depth++;
        body();
        foreach (var next in likely.Where(Tag.IsOfOneByte))
        {
            Block($"if (reader.TryReadTag1({next}))", () => Line($"goto case {next}u;"));
        }

        Line("break;");
        _depth--;
        Line("}");
    }

    public override string ToString() => _text.ToString();
}
