namespace Fathom.Schema.Wire;

/// <summary>A field as it stands in a message.</summary>
/// <param name="Number">Its number.</param>
/// <param name="Kind">How its value is delimited; a group is <see cref="WireKind.StartGroup"/>.</param>
/// <param name="Value">The value of a number.</param>
/// <param name="Bytes">The bytes of a delimited value, or of a group without its tags.</param>
internal readonly record struct WireField(int Number, WireKind Kind, ulong Value, ReadOnlyMemory<byte> Bytes);
