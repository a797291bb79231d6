using System.Text;

namespace Fathom.Contracts.Serialization;

/// <summary>Reads the scalar types of proto3.</summary>
public static class ScalarReaderExtensions
{
    /// <summary>Reads a <c>bool</c>: any varint except 0 is true.</summary>
    public static bool ReadBool(this ref ContractReader reader) => reader.ReadVarint64() != 0;

    /// <summary>Reads an <c>int32</c>: a varint, whose bits beyond the lower 32 are discarded.</summary>
    public static int ReadInt32(this ref ContractReader reader) => (int)reader.ReadVarint32();

    /// <summary>Reads an <c>int64</c>: a varint.</summary>
    public static long ReadInt64(this ref ContractReader reader) => (long)reader.ReadVarint64();

    /// <summary>Reads a <c>uint32</c>: a varint, whose bits beyond the lower 32 are discarded.</summary>
    public static uint ReadUInt32(this ref ContractReader reader) => reader.ReadVarint32();

    /// <summary>Reads a <c>uint64</c>: a varint.</summary>
    public static ulong ReadUInt64(this ref ContractReader reader) => reader.ReadVarint64();

    /// <summary>Reads a <c>sint32</c>: a ZigZag-encoded varint.</summary>
    public static int ReadSInt32(this ref ContractReader reader) => ZigZag.Decode(reader.ReadVarint32());

    /// <summary>Reads a <c>sint64</c>: a ZigZag-encoded varint.</summary>
    public static long ReadSInt64(this ref ContractReader reader) => ZigZag.Decode(reader.ReadVarint64());

    /// <summary>Reads an <c>sfixed32</c>: 4 bytes, little-endian.</summary>
    public static int ReadSFixed32(this ref ContractReader reader) => (int)reader.ReadFixed32();

    /// <summary>Reads an <c>sfixed64</c>: 8 bytes, little-endian.</summary>
    public static long ReadSFixed64(this ref ContractReader reader) => (long)reader.ReadFixed64();

    /// <summary>Reads a <c>float</c>: 4 bytes, IEEE 754.</summary>
    public static float ReadFloat(this ref ContractReader reader) => BitConverter.UInt32BitsToSingle(reader.ReadFixed32());

    /// <summary>Reads a <c>double</c>: 8 bytes, IEEE 754.</summary>
    public static double ReadDouble(this ref ContractReader reader) => BitConverter.UInt64BitsToDouble(reader.ReadFixed64());

    /// <summary>Reads a 32-bit varint for a C# type of a smaller range, such as <see cref="byte"/> or <see cref="short"/>.</summary>
    /// <exception cref="MalformedMessageException">The value is less than <paramref name="low"/> or greater than
    /// <paramref name="high"/>.</exception>
    public static int ReadNarrow(this ref ContractReader reader, int low, int high)
    {
        var value = (int)reader.ReadVarint32();
        return value >= low && value <= high
            ? value
            : throw reader.Malformed($"the value {value} is outside of {low} to {high}, the range of the contract's type.");
    }

    /// <summary>Reads a string. Rejects malformed UTF-8, as proto3 requires (Google.Protobuf for C# replaces it silently).</summary>
    /// <exception cref="MalformedMessageException">The string is truncated, or not UTF-8.</exception>
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
            throw reader.Malformed("the string that ends here is not UTF-8, which protobuf requires; use a bytes field for other bytes.",
                error);
        }
    }

    /// <summary>Reads bytes into a new array.</summary>
    /// <exception cref="MalformedMessageException">The bytes are truncated.</exception>
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

    /// <summary>
    /// Reads bytes. Returns a slice of the input if <see cref="ContractReadOptions.ShareMemory"/> allows it and the bytes are in one
    /// segment, otherwise a copy.
    /// </summary>
    /// <exception cref="MalformedMessageException">The bytes are truncated.</exception>
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
