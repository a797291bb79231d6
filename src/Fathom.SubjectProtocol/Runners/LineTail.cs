namespace Fathom.SubjectProtocol.Runners;

/// <summary>The last 40 lines that a process wrote, 500 characters of each. Safe from any thread.</summary>
internal sealed class LineTail
{
    private const int MaxLines = 40;
    private const int MaxLength = 500;
    private readonly Queue<string> _lines = new();

    /// <summary>Shortens a text to a length. It is cut between words: half a path or name would not be recognized as one, and stay in a
    /// record.</summary>
    public static string Shortened(string text, int length)
    {
        if (text.Length <= length)
        {
            return text;
        }

        var blank = text.LastIndexOf(' ', length);
        return (blank > 0 ? text[..blank] : text[..length]) + "...";
    }

    public void Add(string line)
    {
        lock (_lines)
        {
            _lines.Enqueue(Shortened(line, MaxLength));
            if (_lines.Count > MaxLines)
            {
                _lines.Dequeue();
            }
        }
    }

    public override string ToString()
    {
        lock (_lines)
        {
            return string.Join('\n', _lines);
        }
    }
}
