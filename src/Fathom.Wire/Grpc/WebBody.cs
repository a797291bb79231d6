using System.Buffers.Binary;
using System.Text;

namespace Fathom.Wire.Grpc;

/// <summary>Separates the body of one gRPC-Web response (gRPC doc/PROTOCOL-WEB.md): messages are as in gRPC, and a last frame, whose flag
/// has its highest bit set, has the trailers as HTTP/1 header fields. Owned by one call.</summary>
internal sealed class WebBody
{
    private const byte TrailersFlag = 0x80;

    // As much as a section of HTTP/2 header fields may have (Http2Limits.MaxHeaderListSize).
    private const int MaxTrailers = 64 * 1024;

    private readonly List<byte> _trailers = [];
    private int _prefixBytes;
    private uint _length;

    /// <summary>Takes the next bytes of the body.</summary>
    /// <returns>Those at their beginning that belong to messages.</returns>
    public ReadOnlySpan<byte> Read(ReadOnlySpan<byte> data)
    {
        var i = 0;
        while (i < data.Length && _trailers.Count == 0)
        {
            if (_prefixBytes == MessagePrefix.Size && _length > 0)
            {
                var taken = (int)Math.Min(_length, (uint)(data.Length - i));
                _length -= (uint)taken;
                i += taken;
                continue;
            }

            if (_prefixBytes is 0 or MessagePrefix.Size)
            {
                if ((data[i] & TrailersFlag) != 0)
                {
                    break;
                }

                (_prefixBytes, _length) = (0, 0);
            }

            _length = _prefixBytes == 0 ? 0 : (_length << 8) | data[i];
            _prefixBytes++;
            i++;
        }

        if (i < data.Length && _trailers.Count + data.Length - i <= MaxTrailers)
        {
            _trailers.AddRange(data[i..]);
        }

        return data[..i];
    }

    /// <summary>The trailers of a complete body, with names in lower case; empty where it has none, or they are damaged.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Trailers()
    {
        var frame = _trailers.ToArray().AsSpan();
        if (frame.Length < MessagePrefix.Size || frame[0] != TrailersFlag
            || BinaryPrimitives.ReadUInt32BigEndian(frame[1..]) != frame.Length - MessagePrefix.Size)
        {
            return [];
        }

        return [.. Encoding.ASCII.GetString(frame[MessagePrefix.Size..]).Split('\n')
            .Select(line => (Line: line, Colon: line.IndexOf(':', StringComparison.Ordinal))).Where(field => field.Colon > 0)
            .Select(field => KeyValuePair.Create(
                field.Line[..field.Colon].Trim().ToLowerInvariant(), field.Line[(field.Colon + 1)..].Trim()))];
    }

    /// <summary>Begins again, for another response.</summary>
    public void Reset()
    {
        _trailers.Clear();
        (_prefixBytes, _length) = (0, 0);
    }
}
