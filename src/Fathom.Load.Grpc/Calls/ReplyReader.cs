using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Calls;

/// <summary>Follows the messages of one reply through its bytes and checks their prefixes (gRPC doc/PROTOCOL-HTTP2.md), without keeping
/// them. Composed by value into a call.</summary>
internal struct ReplyReader
{
    private ulong _prefix;
    private int _prefixBytes;
    private uint _length;
    private uint _received;
    private bool _isCompressed;

    // The message so far, if its bytes are not the expected ones.
    private byte[]? _other;

    /// <summary>Complete messages.</summary>
    public int Messages { get; private set; }

    /// <summary>Bytes of messages, without prefixes.</summary>
    public long Bytes { get; private set; }

    /// <summary>The first invalid prefix; null when there is none.</summary>
    public string? Fault { get; private set; }

    /// <summary>Whether the first fault is a message above the maximum size.</summary>
    public bool IsTooLarge { get; private set; }

    /// <summary>Whether a message differs from the expected one.</summary>
    public bool Differs { get; private set; }

    /// <summary>Whether the bytes so far end between two messages.</summary>
    public readonly bool IsBetweenMessages => _prefixBytes == 0;

    /// <summary>Reads the next bytes.</summary>
    /// <param name="data">The bytes.</param>
    /// <param name="expected">The reply that each message must be; null for any.</param>
    /// <param name="limits">What messages may be.</param>
    /// <returns>The number of messages that became complete.</returns>
    public int Read(ReadOnlySpan<byte> data, ExpectedReply? expected, ReplyLimits limits)
    {
        var before = Messages;
        while (Fault is null && (data.Length > 0 || IsComplete))
        {
            if (_prefixBytes < MessagePrefix.Size)
            {
                data = ReadPrefix(data, limits);
                continue;
            }

            var taken = (int)Math.Min((uint)data.Length, _length - _received);
            if (expected is not null && !Differs)
            {
                Compare(data[..taken], expected);
            }

            _received += (uint)taken;
            Bytes += taken;
            data = data[taken..];
            if (_received == _length)
            {
                Messages++;
                _prefixBytes = 0;
                if (_other is not null)
                {
                    Differs |= !IsSame(expected!, limits);
                    _other = null;
                }
            }
        }

        return Messages - before;
    }

    // A message of no bytes is complete with its prefix.
    private readonly bool IsComplete => _prefixBytes == MessagePrefix.Size && _received == _length;

    private ReadOnlySpan<byte> ReadPrefix(ReadOnlySpan<byte> data, ReplyLimits limits)
    {
        if (_prefixBytes == 0 && data.Length >= MessagePrefix.Size)
        {
            Begin(data[0], BinaryPrimitives.ReadUInt32BigEndian(data[1..]), limits);
            return data[MessagePrefix.Size..];
        }

        _prefix = (_prefix << 8) | data[0];
        if (++_prefixBytes == MessagePrefix.Size)
        {
            Begin((byte)(_prefix >> 32), (uint)_prefix, limits);
            _prefix = 0;
        }

        return data[1..];
    }

    private void Begin(byte flag, uint length, ReplyLimits limits)
    {
        (_prefixBytes, _length, _received, _isCompressed) = (MessagePrefix.Size, length, 0, flag == 1);
        if (length > (limits.MaxSize ?? (long)uint.MaxValue))
        {
            (Fault, IsTooLarge) = ($"a message of {length:n0} bytes, more than the limit of {limits.MaxSize:n0}", true);
        }
        else if (flag != 0 && (flag != 1 || limits.Codec is null))
        {
            Fault = flag == 1 ? "a compressed message, although no compression was accepted" : $"a message prefix with flag 0x{flag:x2}";
        }
    }

    private void Compare(ReadOnlySpan<byte> part, ExpectedReply expected)
    {
        if (_other is null)
        {
            var wanted = expected.Bytes.Span;
            if (!_isCompressed && _length == wanted.Length && part.SequenceEqual(wanted.Slice((int)_received, part.Length)))
            {
                return;
            }

            if (_length > MaxKept(expected))
            {
                Differs = true;
                return;
            }

            // All before this part was as expected, or nothing was.
            _other = new byte[_length];
            wanted[..(_isCompressed ? 0 : (int)_received)].CopyTo(_other);
        }

        part.CopyTo(_other.AsSpan((int)_received));
    }

    // Compression can make a message without repetitions larger by a little.
    private readonly long MaxKept(ExpectedReply expected) =>
        _isCompressed ? MaxDecompressed(expected) + (MaxDecompressed(expected) / 8) + 1024 : expected.MaxKept;

    private static long MaxDecompressed(ExpectedReply expected) => Math.Max(expected.MaxKept, expected.Bytes.Length);

    private readonly bool IsSame(ExpectedReply expected, ReplyLimits limits)
    {
        if (!_isCompressed)
        {
            return expected.IsSame(_other);
        }

        var plain = new ArrayBufferWriter<byte>();
        var outcome = limits.Codec!.Decompress(new ReadOnlySequence<byte>(_other!), plain, (int)MaxDecompressed(expected));
        return outcome == DecompressOutcome.Done
            && (plain.WrittenSpan.SequenceEqual(expected.Bytes.Span) || expected.IsSame(plain.WrittenMemory));
    }
}
