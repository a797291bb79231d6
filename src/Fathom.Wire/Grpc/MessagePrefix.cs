using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Wire.Grpc;

/// <summary>The five-byte prefix of a message: the compressed flag and the length, big-endian (gRPC doc/PROTOCOL-HTTP2.md).</summary>
internal static class MessagePrefix
{
    /// <summary>The size of the prefix, in bytes.</summary>
    public const int Size = 5;

    /// <summary>Writes the prefix of a message.</summary>
    /// <param name="output">Receives the prefix.</param>
    /// <param name="length">Length of the message as sent, in bytes; 0 or more.</param>
    /// <param name="compressed">Whether the message is compressed.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
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
