namespace Fathom.TestKit;

/// <summary>Lines that a program writes while others read them.</summary>
internal sealed class LineBuffer
{
    private readonly List<string> _lines = [];

    /// <summary>The lines so far.</summary>
    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_lines)
            {
                return [.. _lines];
            }
        }
    }

    /// <summary>The lines so far, each with its line feed.</summary>
    public string Text
    {
        get
        {
            lock (_lines)
            {
                return string.Concat(_lines.Select(l => l + '\n'));
            }
        }
    }

    /// <summary>Keeps a line; null, the end of all lines, is none.</summary>
    public void Add(string? line)
    {
        if (line is not null)
        {
            lock (_lines)
            {
                _lines.Add(line);
            }
        }
    }
}
