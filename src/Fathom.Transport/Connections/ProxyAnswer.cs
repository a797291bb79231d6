using System.Text;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Connections;

/// <summary>The answer of a proxy that is asked for a tunnel, up to the empty line after its header fields (RFC 9112 section 2.1). Owned by
/// a <see cref="ProxyTunnel"/>.</summary>
/// <param name="proxy">The proxy, for messages.</param>
internal sealed class ProxyAnswer(string proxy)
{
    // More is no answer to CONNECT.
    private const int MaxBytes = 16 * 1024;

    private readonly List<byte> _bytes = [];

    /// <summary>Whether the answer has ended, or is none.</summary>
    public bool IsComplete => _bytes.Count > MaxBytes
        || (_bytes.Count >= 4 && _bytes[^1] == '\n' && (_bytes[^2] == '\n' || _bytes[^3] == '\n'));

    /// <summary>Takes the next byte.</summary>
    public void Add(byte next) => _bytes.Add(next);

    /// <summary>Why there is no tunnel; null where there is one: any 2xx (RFC 9110 section 9.3.6).</summary>
    public string? Refusal()
    {
        var line = Encoding.ASCII.GetString([.. _bytes]).Split('\n')[0].Trim();
        var words = line.Split(' ', 3);
        return _bytes.Count > MaxBytes || !words[0].StartsWith("HTTP/1.", StringComparison.Ordinal) || words.Length < 2
            ? $"the proxy {proxy} does not answer in HTTP"
            : words[1].StartsWith('2') ? null
            : $"the proxy {proxy} refuses a tunnel: {PrintableText.OneLine(string.Join(' ', words[1..]), 100)}"
                + (words[1] == "407" ? "; it wants a user and a password: http://USER:PASSWORD@HOST:PORT" : "");
    }
}
