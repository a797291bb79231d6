using System.Text;

namespace Fathom.Contracts.Serialization;

/// <summary>The scalar types of proto3, on top of what <see cref="ContractReader"/> reads.</summary>
public static class ScalarReaderExtensions
{
    /// <summary>Any varint but 0 is true.</summary>
    public static bool ReadBool(this ref ContractReader reader) => reader.ReadVarint64() != 0;

    /// <summary>A varint; of more than 32 bits the upper ones are dropped.</summary>
    public static int ReadInt32(this ref ContractReader reader) => (int)reader.ReadVarint32();

    /// <summary>A varint.</summary>
    public static long ReadInt64(this ref ContractReader reader) => (long)reader.ReadVarint64();

    /// <summary>A varint; of more than 32 bits the upper ones are dropped.</summary>
    public static uint ReadUInt32(this ref ContractReader reader) => reader.ReadVarint32();

    /// <summary>A varint.</summary>
    public static ulong ReadUInt64(this ref ContractReader reader) => reader.ReadVarint64();

    /// <summary>A zig-zag varint.</summary>
    public static int ReadSInt32(this ref ContractReader reader) => ZigZag.Decode(reader.ReadVarint32());

    /// <summary>A zig-zag varint.</summary>
    public static long ReadSInt64(this ref ContractReader reader) => ZigZag.Decode(reader.ReadVarint64());

    /// <summary>4 bytes.</summary>
    public static int ReadSFixed32(this ref ContractReader reader) => (int)reader.ReadFixed32();

    /// <summary>8 bytes.</summary>
    public static long ReadSFixed64(this ref ContractReader reader) => (long)reader.ReadFixed64();

    /// <summary>4 bytes, IEEE 754.</summary>
    public static float ReadFloat(this ref ContractReader reader) => BitConverter.UInt32BitsToSingle(reader.ReadFixed32());

    /// <summary>8 bytes, IEEE 754.</summary>
    public static double ReadDouble(this ref ContractReader reader) => BitConverter.UInt64BitsToDouble(reader.ReadFixed64());

    /// <summary>An int32 for a C# type that is narrower.</summary>
    /// <exception cref="MalformedMessageException">The value is out of range.</exception>
    public static int ReadNarrow(this ref ContractReader reader, int low, int high)
    {
        var value = (int)reader.ReadVarint32();
        return value >= low && value <= high
            ? value
            : throw reader.Malformed($"the value {value} is outside of {low} to {high}, which the contract's type holds.");
    }

    /// <summary>A string. Malformed UTF-8 is refused, as proto3 requires (Google.Protobuf for C# replaces it silently).</summary>
    /// <exception cref="MalformedMessageException">Cut off, or not UTF-8.</exception>
    public static string ReadString(this ref ContractReader reader)
    {
        var length = reader.ReadLength();
        if (length == 0)
        {
            return "";
        }

        try
        {
            return reader.TryTake(length, out var bytes)
                ? StrictUtf8.Decode(bytes)
                : StrictUtf8.Encoding.GetString(reader.TakeAcross(length));
        }
        catch (DecoderFallbackException error)
        {
            throw reader.Malformed("the string before it is not UTF-8, which protobuf strings are; use a bytes field for other bytes.",
                error);
        }
    }

    /// <summary>Bytes, copied to a new array.</summary>
    /// <exception cref="MalformedMessageException">Cut off.</exception>
    public static byte[] ReadBytes(this ref ContractReader reader)
    {
        var length = reader.ReadLength();
        if (length == 0)
        {
            return [];
        }

        var bytes = GC.AllocateUninitializedArray<byte>(length);
        reader.ReadInto(bytes);
        return bytes;
    }

    /// <summary>Bytes: a slice of the input if <see cref="ContractReadOptions.ShareMemory"/> allows it and they lie in one segment, else a
    /// copy.</summary>
    /// <exception cref="MalformedMessageException">Cut off.</exception>
    public static ReadOnlyMemory<byte> ReadMemory(this ref ContractReader reader)
    {
        if (!reader.ShareMemory)
        {
            return reader.ReadBytes();
        }

        var length = reader.ReadLength();
        if (reader.TryShare(length, out var memory))
        {
            return memory;
        }

        var bytes = GC.AllocateUninitializedArray<byte>(length);
        reader.ReadInto(bytes);
        return bytes;
    }
}
