using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Wire.Grpc;

/// <summary>The five bytes before each message: the compressed flag and the length, big-endian (gRPC doc/PROTOCOL-HTTP2.md).</summary>
internal static class MessagePrefix
{
    /// <summary>Bytes of the prefix.</summary>
    public const int Size = 5;

    /// <summary>Writes the prefix of a message of <paramref name="length"/> bytes (0 or more) that follows as it is.</summary>
    public static void Write(IBufferWriter<byte> output, int length, bool compressed = false)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Write(output.GetSpan(Size), length, compressed);
        output.Advance(Size);
    }

    /// <summary>Writes the prefix of a message of <paramref name="length"/> bytes to the start of <paramref name="prefix"/>.</summary>
    public static void Write(Span<byte> prefix, int length, bool compressed)
    {
        prefix[0] = compressed ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteUInt32BigEndian(prefix[1..], (uint)length);
    }
}
