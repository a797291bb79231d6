using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace Fathom.Contracts.Serialization;

/// <summary>Sizes of encoded values in bytes. Length-delimited values include their length prefix (protobuf, "Encoding").</summary>
public static class FieldSize
{
    /// <summary>A varint of up to 32 bits: 1 to 5 bytes, one for each 7 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Varint(uint value) => ((BitOperations.Log2(value) * 9) + 73) >> 6;

    /// <summary>A varint of up to 64 bits: 1 to 10 bytes, one for each 7 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Varint(ulong value) => ((BitOperations.Log2(value) * 9) + 73) >> 6;

    /// <summary>Always 1.</summary>
    public static int OfBool(bool value) => 1;

    /// <summary>1 to 5 bytes, 10 for a negative value: it is written as 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int OfInt32(int value) => value < 0 ? 10 : Varint((uint)value);

    /// <summary>1 to 10 bytes.</summary>
    public static int OfInt64(long value) => Varint((ulong)value);

    /// <summary>1 to 5 bytes.</summary>
    public static int OfUInt32(uint value) => Varint(value);

    /// <summary>1 to 10 bytes.</summary>
    public static int OfUInt64(ulong value) => Varint(value);

    /// <summary>1 to 5 bytes.</summary>
    public static int OfSInt32(int value) => Varint(ZigZag.Encode(value));

    /// <summary>1 to 10 bytes.</summary>
    public static int OfSInt64(long value) => Varint(ZigZag.Encode(value));

    /// <summary>Always 4.</summary>
    public static int OfFixed32(uint value) => 4;

    /// <summary>Always 4.</summary>
    public static int OfSFixed32(int value) => 4;

    /// <summary>Always 4.</summary>
    public static int OfFloat(float value) => 4;

    /// <summary>Always 8.</summary>
    public static int OfFixed64(ulong value) => 8;

    /// <summary>Always 8.</summary>
    public static int OfSFixed64(long value) => 8;

    /// <summary>Always 8.</summary>
    public static int OfDouble(double value) => 8;

    /// <summary>A string's UTF-8 with its length.</summary>
    /// <exception cref="InvalidOperationException">It is null, or holds half a surrogate pair.</exception>
    public static int OfString(string value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        try
        {
            return LengthDelimited(StrictUtf8.Encoding.GetByteCount(value));
        }
        catch (EncoderFallbackException error)
        {
            throw new InvalidOperationException(
                "A string holds half a surrogate pair, which has no UTF-8 form; protobuf strings are UTF-8.", error);
        }
    }

    /// <summary>Bytes with their length.</summary>
    /// <exception cref="InvalidOperationException">It is null.</exception>
    public static int OfBytes(byte[] value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        return LengthDelimited(value.Length);
    }

    /// <summary>Bytes with their length.</summary>
    public static int OfMemory(ReadOnlyMemory<byte> value) => LengthDelimited(value.Length);

    /// <summary>A Timestamp with its length.</summary>
    public static int OfTimestamp(DateTime value) => WellKnownTypes.Size(value);

    /// <summary>A Timestamp with its length.</summary>
    public static int OfTimestampOffset(DateTimeOffset value) => WellKnownTypes.Size(value.UtcDateTime);

    /// <summary>A Duration with its length.</summary>
    /// <exception cref="InvalidOperationException">Beyond 315,576,000,000 s.</exception>
    public static int OfDuration(TimeSpan value) => WellKnownTypes.Size(value);

    /// <summary>Unknown fields, which have no length prefix.</summary>
    public static int OfUnknown(UnknownFields? fields) => fields is null ? 0 : fields.Length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int LengthDelimited(int length) => checked(length + Varint((uint)length));
}
