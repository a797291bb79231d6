namespace Fathom.Contracts.Serialization;

/// <summary>The low three bits of a tag (protobuf, "Encoding", "Message structure").</summary>
internal enum WireType
{
    Varint = 0,
    Fixed64 = 1,
    LengthDelimited = 2,
    StartGroup = 3,
    EndGroup = 4,
    Fixed32 = 5,
}
