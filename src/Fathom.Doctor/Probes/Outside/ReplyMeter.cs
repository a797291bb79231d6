using System.Buffers.Binary;
using Fathom.Wire.Grpc;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Counts the messages of one reply and their compressed flags, from its bytes as they come.</summary>
internal sealed class ReplyMeter
{
    private readonly byte[] _prefix = new byte[MessagePrefix.Size];
    private int _prefixBytes;
    private long _left;

    /// <summary>Messages that began.</summary>
    public int Messages { get; private set; }

    /// <summary>Of those, the ones that are compressed.</summary>
    public int Compressed { get; private set; }

    /// <summary>Bytes of the messages as sent, without prefixes.</summary>
    public long Bytes { get; private set; }

    /// <summary>Bytes of the largest message.</summary>
    public long Largest { get; private set; }

    /// <summary>Takes bytes of DATA.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                var taken = (int)Math.Min(_left, bytes.Length);
                _left -= taken;
                Bytes += taken;
                bytes = bytes[taken..];
                continue;
            }

            _prefix[_prefixBytes++] = bytes[0];
            bytes = bytes[1..];
            if (_prefixBytes == MessagePrefix.Size)
            {
                _prefixBytes = 0;
                Messages++;
                Compressed += _prefix[0] == 0 ? 0 : 1;
                _left = BinaryPrimitives.ReadUInt32BigEndian(_prefix.AsSpan(1));
                Largest = Math.Max(Largest, _left);
            }
        }
    }
}
