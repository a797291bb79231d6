namespace Fathom.Schema.Wire;

/// <summary>How a field's value is delimited (protobuf encoding, "message structure").</summary>
internal enum WireKind
{
    Varint = 0,
    Fixed64 = 1,
    Delimited = 2,
    StartGroup = 3,
    EndGroup = 4,
    Fixed32 = 5,
}
