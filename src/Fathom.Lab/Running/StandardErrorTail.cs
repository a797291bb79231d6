namespace Fathom.Lab.Running;

/// <summary>Keeps the end of what a process writes to standard error. A <see cref="SubjectProcess"/> owns one; safe from any
/// thread.</summary>
internal sealed class StandardErrorTail
{
    private const int MostLines = 40;
    private const int LongestLine = 500;
    private readonly Queue<string> _lines = new();

    public void Add(string? line)
    {
        if (line is null)
        {
            return;
        }

        lock (_lines)
        {
            _lines.Enqueue(line.Length > LongestLine ? line[..LongestLine] + "..." : line);
            if (_lines.Count > MostLines)
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
