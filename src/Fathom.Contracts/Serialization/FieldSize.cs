using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// Computes the encoded size of values in bytes, without their tag. Length-delimited values include their length prefix (protobuf,
/// "Encoding").
/// </summary>
public static class FieldSize
{
    /// <summary>Returns the size of a varint of up to 32 bits: 1 to 5 bytes, one for each 7 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Varint(uint value) => ((BitOperations.Log2(value) * 9) + 73) >> 6;

    /// <summary>Returns the size of a varint of up to 64 bits: 1 to 10 bytes, one for each 7 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Varint(ulong value) => ((BitOperations.Log2(value) * 9) + 73) >> 6;

    /// <summary>Returns the size of a <c>bool</c>: always 1 byte.</summary>
    public static int OfBool(bool value) => 1;

    /// <summary>Returns the size of an <c>int32</c>: 1 to 5 bytes, or 10 for a negative value, which is sign-extended to 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int OfInt32(int value) => value < 0 ? 10 : Varint((uint)value);

    /// <summary>Returns the size of an <c>int64</c>: 1 to 10 bytes.</summary>
    public static int OfInt64(long value) => Varint((ulong)value);

    /// <summary>Returns the size of a <c>uint32</c>: 1 to 5 bytes.</summary>
    public static int OfUInt32(uint value) => Varint(value);

    /// <summary>Returns the size of a <c>uint64</c>: 1 to 10 bytes.</summary>
    public static int OfUInt64(ulong value) => Varint(value);

    /// <summary>Returns the size of a <c>sint32</c>: 1 to 5 bytes.</summary>
    public static int OfSInt32(int value) => Varint(ZigZag.Encode(value));

    /// <summary>Returns the size of a <c>sint64</c>: 1 to 10 bytes.</summary>
    public static int OfSInt64(long value) => Varint(ZigZag.Encode(value));

    /// <summary>Returns the size of a <c>fixed32</c>: always 4 bytes.</summary>
    public static int OfFixed32(uint value) => 4;

    /// <summary>Returns the size of an <c>sfixed32</c>: always 4 bytes.</summary>
    public static int OfSFixed32(int value) => 4;

    /// <summary>Returns the size of a <c>float</c>: always 4 bytes.</summary>
    public static int OfFloat(float value) => 4;

    /// <summary>Returns the size of a <c>fixed64</c>: always 8 bytes.</summary>
    public static int OfFixed64(ulong value) => 8;

    /// <summary>Returns the size of an <c>sfixed64</c>: always 8 bytes.</summary>
    public static int OfSFixed64(long value) => 8;

    /// <summary>Returns the size of a <c>double</c>: always 8 bytes.</summary>
    public static int OfDouble(double value) => 8;

    /// <summary>Returns the size of a string in UTF-8, with its length prefix.</summary>
    /// <exception cref="InvalidOperationException">The string is null, or contains an unpaired surrogate.</exception>
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
                "A string contains an unpaired surrogate, which UTF-8 cannot represent: replace it, or use a bytes field.", error);
        }
    }

    /// <summary>Returns the size of a byte array with its length prefix.</summary>
    /// <exception cref="InvalidOperationException">The array is null.</exception>
    public static int OfBytes(byte[] value)
    {
        ContractThrowHelper.ThrowIfNull(value);
        return LengthDelimited(value.Length);
    }

    /// <summary>Returns the size of bytes with their length prefix.</summary>
    public static int OfMemory(ReadOnlyMemory<byte> value) => LengthDelimited(value.Length);

    /// <summary>Returns the size of a <c>Timestamp</c> with its length prefix.</summary>
    public static int OfTimestamp(DateTime value) => WellKnownTypes.Size(value);

    /// <summary>Returns the size of a <c>Timestamp</c> with its length prefix.</summary>
    public static int OfTimestampOffset(DateTimeOffset value) => WellKnownTypes.Size(value.UtcDateTime);

    /// <summary>Returns the size of a <c>Duration</c> with its length prefix.</summary>
    /// <exception cref="InvalidOperationException">The value is outside -315,576,000,000 s to 315,576,000,000 s.</exception>
    public static int OfDuration(TimeSpan value) => WellKnownTypes.Size(value);

    /// <summary>Returns the size of unknown fields, including their tags: they have no length prefix. Returns 0 for null.</summary>
    public static int OfUnknown(UnknownFields? fields) => fields is null ? 0 : fields.Length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int LengthDelimited(int length) => checked(length + Varint((uint)length));
}
