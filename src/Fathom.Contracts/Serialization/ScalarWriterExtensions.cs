
namespace Fathom.Contracts.Serialization;

/// <summary>Writes the scalar types of proto3.</summary>
public static class ScalarWriterExtensions
{
    // A char needs at most 3 bytes in UTF-8.
    private const int MaxUtf8PerChar = 3;

    /// <summary>Writes a <c>bool</c>: 0 or 1.</summary>
    public static void WriteBool(this ref ContractWriter writer, bool value) => writer.WriteTag1(value ? (byte)1 : (byte)0);

    /// <summary>Writes an <c>int32</c>: a varint, of 10 bytes if the value is negative.</summary>
    public static void WriteInt32(this ref ContractWriter writer, int value) => writer.WriteVarint64((ulong)(long)value);

    /// <summary>Writes an <c>int64</c>: a varint.</summary>
    public static void WriteInt64(this ref ContractWriter writer, long value) => writer.WriteVarint64((ulong)value);

    /// <summary>Writes a <c>uint32</c>: a varint.</summary>
    public static void WriteUInt32(this ref ContractWriter writer, uint value) => writer.WriteVarint32(value);

    /// <summary>Writes a <c>uint64</c>: a varint.</summary>
    public static void WriteUInt64(this ref ContractWriter writer, ulong value) => writer.WriteVarint64(value);

    /// <summary>Writes a <c>sint32</c>: a ZigZag-encoded varint.</summary>
    public static void WriteSInt32(this ref ContractWriter writer, int value) => writer.WriteVarint32(ZigZag.Encode(value));

    /// <summary>Writes a <c>sint64</c>: a ZigZag-encoded varint.</summary>
    public static void WriteSInt64(this ref ContractWriter writer, long value) => writer.WriteVarint64(ZigZag.Encode(value));

    /// <summary>Writes an <c>sfixed32</c>: 4 bytes, little-endian.</summary>
    public static void WriteSFixed32(this ref ContractWriter writer, int value) => writer.WriteFixed32((uint)value);

    /// <summary>Writes an <c>sfixed64</c>: 8 bytes, little-endian.</summary>
    public static void WriteSFixed64(this ref ContractWriter writer, long value) => writer.WriteFixed64((ulong)value);

    /// <summary>Writes a <c>float</c>: 4 bytes, IEEE 754.</summary>
    public static void WriteFloat(this ref ContractWriter writer, float value) =>
        writer.WriteFixed32(BitConverter.SingleToUInt32Bits(value));

    /// <summary>Writes a <c>double</c>: 8 bytes, IEEE 754.</summary>
    public static void WriteDouble(this ref ContractWriter writer, double value) =>
        writer.WriteFixed64(BitConverter.DoubleToUInt64Bits(value));

    /// <summary>Writes a string in UTF-8 with its length prefix.</summary>
    public static void WriteString(this ref ContractWriter writer, string value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        var room = writer.Room;
        // If the length prefix takes one byte in any case, the text is written first and its length afterwards.
        if (value.Length * MaxUtf8PerChar < 0x80 && room.Length > value.Length * MaxUtf8PerChar)
        {
            var written = StrictUtf8.Encoding.GetBytes(value, room[1..]);
            room[0] = (byte)written;
            writer.Advance(written + 1);
            return;
        }

        var length = StrictUtf8.Encoding.GetByteCount(value);
        writer.WriteVarint32((uint)length);
        if (length <= writer.Room.Length)
        {
            writer.Advance(StrictUtf8.Encoding.GetBytes(value, writer.Room));
        }
        else
        {
            WriteAcross(ref writer, value);
        }
    }

    /// <summary>Writes a byte array with its length prefix.</summary>
    public static void WriteBytes(this ref ContractWriter writer, byte[] value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        writer.WriteVarint32((uint)value.Length);
        writer.WriteRaw(value);
    }

    /// <summary>
    /// Writes bytes with their length prefix. If the output accepts borrowed memory, 64 KiB or more are passed by reference instead of
    /// copied.
    /// </summary>
    public static void WriteMemory(this ref ContractWriter writer, ReadOnlyMemory<byte> value)
    {
        writer.WriteVarint32((uint)value.Length);
        writer.WriteRawOrLend(value);
    }

    /// <summary>Writes unknown fields unchanged; nothing if null.</summary>
    public static void WriteUnknown(this ref ContractWriter writer, UnknownFields? fields)
    {
        if (fields is not null)
        {
            writer.WriteRaw(fields.Span);
        }
    }

    // A character can span two buffers, so the text is encoded on the stack first.
    private static void WriteAcross(ref ContractWriter writer, ReadOnlySpan<char> text)
    {
        Span<byte> piece = stackalloc byte[512];
        var encoder = StrictUtf8.Encoding.GetEncoder();
        var completed = false;
        while (!completed)
        {
            encoder.Convert(text, piece, flush: true, out var taken, out var written, out completed);
            writer.WriteRaw(piece[..written]);
            text = text[taken..];
        }
    }
}
