using System.Buffers;
using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http1;

/// <summary>Writes one request of HTTP/1.1 (RFC 9112): with its length where it is complete when it is first written, else in chunks. Owned
/// by one connection, which reuses it.</summary>
internal sealed class Http1Request
{
    private readonly ArrayBufferWriter<byte> _body = new();
    private readonly StringBuilder _fields = new();
    private string _method = "";
    private string _path = "";
    private string _authority = "";
    private bool _isStarted;
    private bool _isFinished = true;

    /// <summary>Whether all of it was given.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Begins another request, of which nothing is written before <see cref="EndHead"/>.</summary>
    public void Restart()
    {
        _body.Clear();
        _fields.Clear();
        (_isStarted, _isFinished, IsEnded) = (false, true, false);
    }

    /// <summary>All fields were added.</summary>
    public void EndHead() => _isFinished = _isStarted;

    /// <summary>Adds a field of an HTTP/2 request.</summary>
    public void Add(in HeaderField field)
    {
        var (name, value) = (Encoding.Latin1.GetString(field.Name), Encoding.Latin1.GetString(field.Value));
        switch (name)
        {
            case ":method":
                _method = value;
                break;
            case ":path":
                _path = value;
                break;
            case ":authority":
                _authority = value;
                break;
            case ":scheme" or "te" or "content-length":
                break;
            default:
                _fields.Append(name).Append(": ").Append(value).Append("\r\n");
                break;
        }
    }

    /// <summary>Adds bytes of the body.</summary>
    public void Add(ReadOnlySpan<byte> data) => _body.Write(data);

    /// <summary>Nothing follows.</summary>
    public void End() => IsEnded = true;

    /// <summary>Writes what was added since the last call.</summary>
    public void WriteTo(IBufferWriter<byte> output)
    {
        if (_isFinished)
        {
            return;
        }

        if (!_isStarted)
        {
            _isStarted = true;
            var framing = IsEnded ? $"content-length: {_body.WrittenCount}" : "transfer-encoding: chunked";
            Write(output, $"{_method} {_path} HTTP/1.1\r\nhost: {_authority}\r\n{_fields}{framing}\r\n\r\n");
            if (IsEnded)
            {
                output.Write(_body.WrittenSpan);
                _isFinished = true;
                return;
            }
        }

        if (_body.WrittenCount > 0)
        {
            Write(output, $"{_body.WrittenCount:x}\r\n");
            output.Write(_body.WrittenSpan);
            Write(output, "\r\n");
            _body.Clear();
        }

        if (IsEnded)
        {
            Write(output, "0\r\n\r\n");
            _isFinished = true;
        }
    }

    private static void Write(IBufferWriter<byte> output, string text) => Encoding.Latin1.GetBytes(text.AsSpan(), output);
}
