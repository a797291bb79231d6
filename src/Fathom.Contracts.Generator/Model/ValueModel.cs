namespace Fathom.Contracts.Generator.Model;

internal enum ValueKind
{
    /// <summary>A number or bool: packed in lists, its default is not written.</summary>
    Number,
    Enum,
    String,
    Bytes,
    Memory,

    /// <summary>Timestamp and Duration: messages on the wire, values in C#.</summary>
    WellKnown,
    Message,
}

/// <summary>How one value is written: of a singular field, of an element, of a map's key or value.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Codec">The name of its methods in the runtime: Read..., Write..., FieldSize.Of....</param>
/// <param name="CSharpType">Its type, fully qualified, never nullable.</param>
/// <param name="ProtoType">Its type in .proto text; of a message or enum the name in its package.</param>
/// <param name="WireType">0, 1, 2 or 5.</param>
/// <param name="Range">The values that a narrow C# type holds, where the codec's type holds more.</param>
/// <param name="Origin">Where a message or enum is declared.</param>
/// <param name="Enum">What an enum declares.</param>
internal sealed record ValueModel(
    ValueKind Kind, string Codec, string CSharpType, string ProtoType, int WireType, ValueRange? Range = null, TypeOrigin? Origin = null,
        EnumModel? Enum = null)
{
    public bool IsPackable => Kind is ValueKind.Number or ValueKind.Enum;

    public bool IsReference => Kind is ValueKind.String or ValueKind.Bytes or ValueKind.Message;

    /// <summary>Bytes of an element where all have the same number, else 0.</summary>
    public int FixedSize => WireType switch { 1 => 8, 5 => 4, _ => 0 };
}

internal sealed record ValueRange(int Low, int High);

/// <summary>The package of a type, and whether the compilation itself declares it.</summary>
internal sealed record TypeOrigin(string Package, bool IsOwn);

internal sealed record EnumModel(string ProtoName, EquatableArray<EnumValueModel> Values);

internal sealed record EnumValueModel(string ProtoName, int Number);
