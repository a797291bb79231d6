using Fathom.Schema.Faults;

namespace Fathom.Schema.Data;

/// <summary>Reads lines of a file that are not blank, without a copy and without allocation once its buffer holds the longest.</summary>
internal sealed class DataLines(string path, string name, long maxLine) : IDisposable
{
    private readonly FileStream _file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
    private byte[] _buffer = new byte[64 * 1024];
    private int _start;
    private int _end;
    private long _base;

    /// <summary>The place of the next line.</summary>
    public long Offset => _base + _start;

    /// <summary>The number of the last line read, from 1.</summary>
    public long Line { get; private set; }

    public void Seek(long offset, long line)
    {
        _file.Position = offset;
        (_base, _start, _end, Line) = (offset, 0, 0, line);
    }

    public bool TryRead(out ReadOnlySpan<byte> line)
    {
        while (TryReadAny(out line))
        {
            Line++;
            if (Line == 1 && line.StartsWith("\uFEFF"u8))
            {
                line = line[3..];
            }

            if (line.ContainsAnyExcept((byte)' ', (byte)'\t', (byte)'\r'))
            {
                return true;
            }
        }

        return false;
    }

    public void Dispose() => _file.Dispose();

    private bool TryReadAny(out ReadOnlySpan<byte> line)
    {
        var searched = 0;
        while (true)
        {
            var rest = _buffer.AsSpan(_start, _end - _start);
            if (rest[searched..].IndexOf((byte)'\n') is >= 0 and var found)
            {
                line = rest[..(searched + found)];
                _start += searched + found + 1;
                return true;
            }

            searched = rest.Length;
            if (!Fill())
            {
                // Filling has moved what was left.
                line = _buffer.AsSpan(_start, _end - _start);
                _start = _end;
                return line.Length > 0;
            }
        }
    }

    private bool Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_base, _end, _start) = (_base + _start, _end - _start, 0);
        }

        if (_end == _buffer.Length)
        {
            if (_buffer.Length >= maxLine)
            {
                throw SchemaException.Input($"-d: line {Line + 1} of '{name}' has more than {maxLine:N0} bytes, the limit of a message");
            }

            Array.Resize(ref _buffer, (int)Math.Min(2L * _buffer.Length, maxLine));
        }

        var read = _file.Read(_buffer.AsSpan(_end));
        _end += read;
        return read > 0;
    }
}
