using System.Globalization;
using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http1;

/// <summary>The head of one response: its status, its fields, and how its body ends (RFC 9112 section 6.3).</summary>
internal sealed class Http1ResponseHead
{
    // They concern one connection and have no place in HTTP/2 (RFC 9113 section 8.2.2). The length is that of the body on this connection.
    private static readonly HashSet<string> OfConnection =
        ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "trailer", "content-length"];

    private bool _closes;
    private string? _length;
    private string? _coding;

    /// <summary>The status code.</summary>
    public int Status { get; private set; }

    /// <summary>The fields, as HTTP/2 has them.</summary>
    public HeaderList Fields { get; } = new();

    /// <summary>Length of the body; null where it is not said.</summary>
    public long? ContentLength { get; private set; }

    /// <summary>Whether the body comes in chunks.</summary>
    public bool IsChunked => _coding is not null;

    /// <summary>Whether the status allows a body (RFC 9110 section 6.4.1).</summary>
    public bool HasBody => Status is not (204 or 304);

    /// <summary>Whether the server keeps the connection.</summary>
    public bool KeepsConnection => !_closes;

    /// <summary>Reads the first line.</summary>
    /// <returns>What is wrong, or null.</returns>
    public string? ReadStatusLine(string line)
    {
        var parts = line.Split(' ', 3);
        if (parts.Length < 2 || parts[0] is not ("HTTP/1.1" or "HTTP/1.0") || parts[1].Length != 3
            || !int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var status) || status < 100)
        {
            return "4: no status line of HTTP/1.1";
        }

        (Status, _closes) = (status, parts[0] == "HTTP/1.0");
        Fields.Add(":status"u8, Encoding.ASCII.GetBytes(parts[1]));
        return null;
    }

    /// <summary>Reads a field.</summary>
    /// <returns>What is wrong, or null.</returns>
    public string? ReadField(string line)
    {
        var colon = line.IndexOf(':', StringComparison.Ordinal);
        if (colon < 1 || char.IsWhiteSpace(line[0]) || char.IsWhiteSpace(line[colon - 1]))
        {
            return "5: a malformed field line";
        }

        var (name, value) = (line[..colon].ToLowerInvariant(), line[(colon + 1)..].Trim(' ', '\t'));
        if (OfConnection.Contains(name))
        {
            return ReadFraming(name, value);
        }

        var bytes = (Name: Encoding.Latin1.GetBytes(name), Value: Encoding.Latin1.GetBytes(value));
        if (name[0] == ':' || FieldSyntaxRules.Check(bytes.Name, bytes.Value) != FieldSyntax.Valid)
        {
            return "5.1: a field name or value with characters that are not allowed";
        }

        Fields.Add(bytes.Name, bytes.Value);
        return null;
    }

    /// <summary>Checks the head as a whole.</summary>
    /// <returns>What is wrong, or null.</returns>
    public string? Check()
    {
        if (Status == 101)
        {
            return "15.2.2 of RFC 9110: another protocol that was not asked for";
        }

        if (_coding is not null && !_coding.Equals("chunked", StringComparison.OrdinalIgnoreCase))
        {
            return "6.1: a transfer coding other than chunked";
        }

        if (_coding is not null && _length is not null)
        {
            return "6.3: a length and a transfer coding";
        }

        if (_length is not null)
        {
            if (!long.TryParse(_length, NumberStyles.None, CultureInfo.InvariantCulture, out var length))
            {
                return "6.3: a Content-Length that is no number";
            }

            ContentLength = length;
        }

        if (!HasBody)
        {
            (ContentLength, _coding) = (0, null);
        }

        _closes |= _coding is null && ContentLength is null;
        return null;
    }

    private string? ReadFraming(string name, string value)
    {
        switch (name)
        {
            case "connection":
                _closes |= value.Split(',').Any(o => o.Trim().Equals("close", StringComparison.OrdinalIgnoreCase));
                return null;
            case "transfer-encoding":
                _coding = _coding is null ? value : $"{_coding}, {value}";
                return null;
            case "content-length":
                var differs = _length is not null && _length != value;
                _length = value;
                return differs ? "6.3: two values of Content-Length" : null;
            default:
                return null;
        }
    }
}
