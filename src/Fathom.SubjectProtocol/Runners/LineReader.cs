using System.Text;

namespace Fathom.SubjectProtocol.Runners;

/// <summary>Reads the lines of a process, which may write a line without end: memory stays bounded. One reader at a time.</summary>
/// <param name="reader">The stream.</param>
/// <param name="maxLength">Length of a line that is read, in characters.</param>
internal sealed class LineReader(TextReader reader, int maxLength)
{
    private readonly char[] _buffer = new char[4096];
    private readonly StringBuilder _line = new();
    private int _next;
    private int _end;
    private bool _passes;

    /// <summary>The next line; null at the end. Of a longer line the start, as <c>Cut</c>; reading again gives the next line.</summary>
    public async Task<(string Text, bool IsCut)?> ReadAsync(CancellationToken cancellation)
    {
        while (true)
        {
            if (_next == _end)
            {
                (_next, _end) = (0, await reader.ReadAsync(_buffer, cancellation));
                if (_end == 0)
                {
                    return _line.Length > 0 ? Take(isCut: false) : null;
                }
            }

            var length = _buffer.AsSpan(_next, _end - _next).IndexOf('\n');
            var isComplete = length >= 0;
            Append(_buffer.AsSpan(_next, isComplete ? length : _end - _next));
            _next = isComplete ? _next + length + 1 : _end;
            if (isComplete && _passes)
            {
                _passes = false;
                _line.Clear();
            }
            else if (_line.Length > maxLength)
            {
                // The rest of the line is passed over.
                _passes = !isComplete;
                _line.Length = maxLength;
                return Take(isCut: true);
            }
            else if (isComplete)
            {
                return Take(isCut: false);
            }
        }
    }

    private void Append(ReadOnlySpan<char> part)
    {
        if (!_passes)
        {
            _line.Append(part);
        }
    }

    private (string Text, bool IsCut) Take(bool isCut)
    {
        var text = _line.ToString().TrimEnd('\r');
        _line.Clear();
        return (text, isCut);
    }
}
