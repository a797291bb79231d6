
namespace Fathom.Contracts.Serialization;

/// <summary>The scalar types of proto3, on top of what <see cref="ContractWriter"/> writes.</summary>
public static class ScalarWriterExtensions
{
    // No char takes more than 3 bytes of UTF-8.
    private const int MaxUtf8PerChar = 3;

    /// <summary>0 or 1.</summary>
    public static void WriteBool(this ref ContractWriter writer, bool value) => writer.WriteTag1(value ? (byte)1 : (byte)0);

    /// <summary>A varint, of 10 bytes if negative.</summary>
    public static void WriteInt32(this ref ContractWriter writer, int value) => writer.WriteVarint64((ulong)(long)value);

    /// <summary>A varint.</summary>
    public static void WriteInt64(this ref ContractWriter writer, long value) => writer.WriteVarint64((ulong)value);

    /// <summary>A varint.</summary>
    public static void WriteUInt32(this ref ContractWriter writer, uint value) => writer.WriteVarint32(value);

    /// <summary>A varint.</summary>
    public static void WriteUInt64(this ref ContractWriter writer, ulong value) => writer.WriteVarint64(value);

    /// <summary>A zig-zag varint.</summary>
    public static void WriteSInt32(this ref ContractWriter writer, int value) => writer.WriteVarint32(ZigZag.Encode(value));

    /// <summary>A zig-zag varint.</summary>
    public static void WriteSInt64(this ref ContractWriter writer, long value) => writer.WriteVarint64(ZigZag.Encode(value));

    /// <summary>4 bytes.</summary>
    public static void WriteSFixed32(this ref ContractWriter writer, int value) => writer.WriteFixed32((uint)value);

    /// <summary>8 bytes.</summary>
    public static void WriteSFixed64(this ref ContractWriter writer, long value) => writer.WriteFixed64((ulong)value);

    /// <summary>4 bytes, IEEE 754.</summary>
    public static void WriteFloat(this ref ContractWriter writer, float value) =>
        writer.WriteFixed32(BitConverter.SingleToUInt32Bits(value));

    /// <summary>8 bytes, IEEE 754.</summary>
    public static void WriteDouble(this ref ContractWriter writer, double value) =>
        writer.WriteFixed64(BitConverter.DoubleToUInt64Bits(value));

    /// <summary>A string's UTF-8 with its length.</summary>
    public static void WriteString(this ref ContractWriter writer, string value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        var room = writer.Room;
        // If every possible length takes one byte, the text is written first and the length afterwards.
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

    /// <summary>Bytes with their length.</summary>
    public static void WriteBytes(this ref ContractWriter writer, byte[] value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        writer.WriteVarint32((uint)value.Length);
        writer.WriteRaw(value);
    }

    /// <summary>Bytes with their length. Large ones are lent to an output that accepts borrowed memory.</summary>
    public static void WriteMemory(this ref ContractWriter writer, ReadOnlyMemory<byte> value)
    {
        writer.WriteVarint32((uint)value.Length);
        writer.WriteRawOrLend(value);
    }

    /// <summary>Unknown fields, as they came.</summary>
    public static void WriteUnknown(this ref ContractWriter writer, UnknownFields? fields)
    {
        if (fields is not null)
        {
            writer.WriteRaw(fields.Span);
        }
    }

    // A character may span two buffers, so it is encoded on the stack first.
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
