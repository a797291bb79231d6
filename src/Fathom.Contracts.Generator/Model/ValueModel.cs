namespace Fathom.Contracts.Generator.Model;

internal enum ValueKind
{
    /// <summary>A number or bool. Packed in repeated fields; the default value is not written.</summary>
    Number,
    Enum,
    String,
    Bytes,
    Memory,

    /// <summary>Timestamp and Duration: messages in protobuf, value types in C#. In service methods also Empty.</summary>
    WellKnown,
    Message,
}

/// <summary>The encoding of one value: of a singular field, an element of a repeated field, or the key or value of a map.</summary>
/// <param name="Kind">The kind of the value.</param>
/// <param name="Codec">The suffix of the runtime methods: Read{Codec}, Write{Codec} and FieldSize.Of{Codec}.</param>
/// <param name="CSharpType">The fully qualified C# type, never nullable.</param>
/// <param name="ProtoType">The type in .proto text; for a message or enum, its name in its package.</param>
/// <param name="WireType">The wire type: 0, 1, 2 or 5.</param>
/// <param name="Range">The range of a C# type that is narrower than the type of the codec; otherwise null.</param>
/// <param name="Origin">The package of a message or enum, and whether the current compilation declares it; otherwise null.</param>
/// <param name="Enum">The name and the values of an enum; otherwise null.</param>
internal sealed record ValueModel(
    ValueKind Kind, string Codec, string CSharpType, string ProtoType, int WireType, ValueRange? Range = null, TypeOrigin? Origin = null,
        EnumModel? Enum = null)
{
    public bool IsPackable => Kind is ValueKind.Number or ValueKind.Enum;

    /// <summary>The size of an element in bytes if all elements have the same size, otherwise 0.</summary>
    public int FixedSize => WireType switch { 1 => 8, 5 => 4, _ => 0 };
}

internal sealed record ValueRange(int Low, int High);

/// <summary>The package of a type, and whether the current compilation declares the type.</summary>
internal sealed record TypeOrigin(string Package, bool IsOwn);

internal sealed record EnumModel(string ProtoName, EquatableArray<EnumValueModel> Values);

internal sealed record EnumValueModel(string ProtoName, int Number);
