using System.Buffers.Binary;

namespace Fathom.Wire.Http2.Framing;

/// <summary>The nine bytes before each frame's payload (RFC 9113 section 4.1).</summary>
/// <param name="Length">Bytes of payload, 0 to 2^24-1.</param>
/// <param name="Type">The type; any value may arrive.</param>
/// <param name="Flags">The flags; undefined ones may be set.</param>
/// <param name="StreamId">The stream, 0 for the connection; the reserved bit is ignored.</param>
internal readonly record struct FrameHeader(int Length, Http2FrameType Type, byte Flags, int StreamId)
{
    /// <summary>Bytes a frame header takes.</summary>
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

    /// <summary>Whether a flag is set.</summary>
    public bool Has(byte flag) => (Flags & flag) != 0;
}
