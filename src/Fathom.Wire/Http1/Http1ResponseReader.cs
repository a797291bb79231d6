using System.Globalization;

namespace Fathom.Wire.Http1;

/// <summary>
/// Reads the responses of one HTTP/1.1 connection (RFC 9112), one for each <see cref="Expect"/>, without I/O. A violation is
/// <see cref="Fault"/>, and nothing is read after it. Owned by one connection; not thread-safe.
/// </summary>
internal sealed class Http1ResponseReader(IHttp1Events events)
{
    // As much as a section of HTTP/2 header fields may have (Http2Limits.MaxHeaderListSize and its blocks).
    private const int MaxHead = 64 * 1024;

    private readonly LineBuffer _line = new(MaxHead);
    private Http1ResponseHead _head = new();
    private Part _part = Part.None;
    private long _left;

    private enum Part
    {
        None, StatusLine, Fields, Body, UntilClose, ChunkSize, ChunkData, ChunkEnd, Trailers,
    }

    /// <summary>What the server did that HTTP/1.1 does not allow, with the section of RFC 9112; null for nothing.</summary>
    public string? Fault { get; private set; }

    /// <summary>A request has been sent: its response comes next.</summary>
    public void Expect()
    {
        (_part, _head) = (Part.StatusLine, new Http1ResponseHead());
        _line.Restart();
    }

    /// <summary>Reads the next bytes.</summary>
    public void Read(ReadOnlySpan<byte> data)
    {
        while (data.Length > 0 && Fault is null)
        {
            switch (_part)
            {
                case Part.None:
                    Fault = "9.2: bytes without a request";
                    break;
                case Part.UntilClose:
                    events.OnBody(data);
                    return;
                case Part.Body or Part.ChunkData:
                    var taken = (int)Math.Min(_left, data.Length);
                    events.OnBody(data[..taken]);
                    data = data[taken..];
                    _left -= taken;
                    EndBlock();
                    break;
                default:
                    data = data[_line.Take(data)..];
                    Fault = _line.IsTooLong ? $"3: a head of more than {MaxHead:n0} bytes" : null;
                    if (_line.IsComplete && Fault is null)
                    {
                        Fault = OnLine(_line.Text);
                        _line.Next();
                    }

                    break;
            }
        }
    }

    /// <summary>The server has closed its side.</summary>
    public void EndInput()
    {
        if (_part == Part.UntilClose)
        {
            End(keepsConnection: false);
        }
        else if (_part != Part.None)
        {
            Fault ??= "8: the connection ended before the response was complete";
        }
    }

    private void EndBlock()
    {
        if (_left > 0)
        {
            return;
        }

        if (_part == Part.ChunkData)
        {
            _part = Part.ChunkEnd;
            _line.Restart();
        }
        else
        {
            End(_head.KeepsConnection);
        }
    }

    private void End(bool keepsConnection)
    {
        _part = Part.None;
        events.OnEnd(keepsConnection);
    }

    private string? OnLine(string line)
    {
        switch (_part)
        {
            case Part.StatusLine:
                _part = Part.Fields;
                return _head.ReadStatusLine(line);
            case Part.Fields:
                return line.Length > 0 ? _head.ReadField(line) : OnHeadEnd();
            case Part.ChunkSize:
                return OnChunkSize(line.AsSpan());
            case Part.ChunkEnd:
                _part = Part.ChunkSize;
                _line.Restart();
                return line.Length > 0 ? "7.1: a chunk longer than its size" : null;
            default:
                // Trailers of HTTP/1.1 are no trailers of gRPC-Web, which are in the body.
                if (line.Length == 0)
                {
                    End(_head.KeepsConnection);
                }

                return null;
        }
    }

    private string? OnHeadEnd()
    {
        if (_head.Check() is { } fault)
        {
            return fault;
        }

        if (_head.Status is >= 100 and < 200)
        {
            // Interim responses share the limit of their final one.
            (_part, _head) = (Part.StatusLine, new Http1ResponseHead());
            return null;
        }

        events.OnHead(_head.Fields);
        _line.Restart();
        _left = _head.ContentLength ?? 0;
        _part = _head.IsChunked ? Part.ChunkSize : _head.ContentLength is null && _head.HasBody ? Part.UntilClose : Part.Body;
        if (_part == Part.Body)
        {
            EndBlock();
        }

        return null;
    }

    // Extensions of a chunk are ignored (RFC 9112 section 7.1.1).
    private string? OnChunkSize(ReadOnlySpan<char> line)
    {
        var end = line.IndexOf(';');
        var size = (end < 0 ? line : line[..end]).TrimEnd(" \t");
        if (!long.TryParse(size, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out _left) || _left < 0)
        {
            return "7.1: a chunk without a size";
        }

        _part = _left == 0 ? Part.Trailers : Part.ChunkData;
        _line.Restart();
        return null;
    }
}
