namespace Fathom.Contracts;

/// <summary>The wire encoding of an integer (protobuf, "Encoding").</summary>
public enum IntegerEncoding
{
    /// <summary>
    /// Variable length, 1 to 10 bytes: <c>int32</c>, <c>int64</c>, <c>uint32</c>, <c>uint64</c>. 1 byte for 0 to 127, always 10 bytes for a
    /// negative value.
    /// </summary>
    Varint = 0,

    /// <summary>
    /// Variable length, with few bytes for negative values of small magnitude too: <c>sint32</c>, <c>sint64</c>. Signed integers only.
    /// </summary>
    ZigZag = 1,

    /// <summary>Fixed length, 4 or 8 bytes: <c>fixed32</c>, <c>fixed64</c>, <c>sfixed32</c>, <c>sfixed64</c>.</summary>
    Fixed = 2,
}
