using System.Text;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Lines of C#, indented by the blocks around them.</summary>
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

    /// <summary>A line with a block behind it.</summary>
    public void Block(string head, Action body, string tail = "")
    {
        Line(head);
        Line("{");
        _depth++;
        body();
        _depth--;
        Line("}" + tail);
    }

    /// <summary>A case of a switch, up to its break.</summary>
    public void Case(uint tag, Action body)
    {
        Line($"case {tag}u:");
        Line("{");
        _depth++;
        body();
        Line("break;");
        _depth--;
        Line("}");
    }

    public override string ToString() => _text.ToString();
}
