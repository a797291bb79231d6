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

    /// <summary>A case of a switch over tags, up to its break.</summary>
    /// <param name="tag">The field's.</param>
    /// <param name="body">What reads the field.</param>
    /// <param name="likely">The tags that may well come next, the likeliest first: tried before the switch decides. 0 is none.</param>
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
