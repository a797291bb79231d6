using System.Buffers.Binary;

namespace Fathom.Wire.Http2.Framing;

/// <summary>The header of a frame, nine bytes before the payload (RFC 9113 section 4.1).</summary>
/// <param name="Length">Length of the payload in bytes, 0 to 2^24-1.</param>
/// <param name="Type">The frame type. A received type can have any value.</param>
/// <param name="Flags">The flags. Undefined flags can be set.</param>
/// <param name="StreamId">The stream identifier, or 0 for the connection. The reserved bit is ignored.</param>
internal readonly record struct FrameHeader(int Length, Http2FrameType Type, byte Flags, int StreamId)
{
    /// <summary>The size of a frame header, in bytes.</summary>
    public const int Size = 9;

    /// <summary>Reads a header from at least nine bytes.</summary>
    public static FrameHeader Read(ReadOnlySpan<byte> source)
    {
        var lengthAndType = BinaryPrimitives.ReadUInt32BigEndian(source);
        return new FrameHeader(
            (int)(lengthAndType >> 8),
            (Http2FrameType)(byte)lengthAndType,
            source[4],
            (int)(BinaryPrimitives.ReadUInt32BigEndian(source[5..]) & 0x7fff_ffff));
    }

    /// <summary>Writes the header into at least nine bytes.</summary>
    public void Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt32BigEndian(destination, ((uint)Length << 8) | (byte)Type);
        destination[4] = Flags;
        BinaryPrimitives.WriteUInt32BigEndian(destination[5..], (uint)StreamId);
    }

    /// <summary>Returns whether <paramref name="flag"/> is set.</summary>
    public bool Has(byte flag) => (Flags & flag) != 0;
}
