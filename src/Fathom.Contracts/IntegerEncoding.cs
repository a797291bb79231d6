namespace Fathom.Contracts;

/// <summary>The encoding of an integer (protobuf, "Encoding").</summary>
public enum IntegerEncoding
{
    /// <summary>1 to 10 bytes, few for small values, 10 for every negative one: <c>int32</c>, <c>int64</c>, <c>uint32</c>,
    /// <c>uint64</c>.</summary>
    Varint = 0,

    /// <summary>A varint with few bytes for small negative values too: <c>sint32</c>, <c>sint64</c>. Signed integers only.</summary>
    ZigZag = 1,

    /// <summary>4 or 8 bytes, whatever the value: <c>fixed32</c>, <c>fixed64</c>, <c>sfixed32</c>, <c>sfixed64</c>.</summary>
    Fixed = 2,
}
