using System.Text;

namespace Fathom.Wire.Http1;

/// <summary>Collects lines that end in LF or CRLF (RFC 9112 section 2.2), up to a number of bytes in all. Owned by one reader.</summary>
internal sealed class LineBuffer(int limit)
{
    private readonly List<byte> _line = [];
    private int _sum;

    /// <summary>Whether <see cref="Text"/> is a line.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>Whether the lines since <see cref="Restart"/> exceed the limit.</summary>
    public bool IsTooLong => _sum > limit;

    /// <summary>The line without its end, a character for each byte.</summary>
    public string Text
    {
        get
        {
            var bytes = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_line);
            return Encoding.Latin1.GetString(bytes is [.. var rest, (byte)'\r'] ? rest : bytes);
        }
    }

    /// <summary>Takes bytes up to the end of a line, and no more than the limit allows.</summary>
    /// <returns>How many.</returns>
    public int Take(ReadOnlySpan<byte> data)
    {
        var end = data.IndexOf((byte)'\n');
        var taken = end < 0 ? data.Length : end + 1;
        _sum += taken;
        if (!IsTooLong)
        {
            _line.AddRange(data[..(end < 0 ? data.Length : end)]);
            IsComplete = end >= 0;
        }

        return taken;
    }

    /// <summary>Begins the next line.</summary>
    public void Next()
    {
        _line.Clear();
        IsComplete = false;
    }

    /// <summary>Counts anew.</summary>
    public void Restart() => _sum = 0;
}
