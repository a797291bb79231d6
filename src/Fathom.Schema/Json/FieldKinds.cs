using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The wire type of each type of field.</summary>
internal static class FieldKinds
{
    public static WireKind Of(FieldDescriptor field) => field.FieldType switch
    {
        FieldType.Double or FieldType.Fixed64 or FieldType.SFixed64 => WireKind.Fixed64,
        FieldType.Float or FieldType.Fixed32 or FieldType.SFixed32 => WireKind.Fixed32,
        FieldType.String or FieldType.Bytes or FieldType.Message => WireKind.Delimited,
        FieldType.Group => WireKind.StartGroup,
        _ => WireKind.Varint,
    };

    /// <summary>Whether a list of such values may be one field of all of them.</summary>
    public static bool IsPackable(FieldDescriptor field) => Of(field) is WireKind.Varint or WireKind.Fixed32 or WireKind.Fixed64;

    /// <summary>Whether it is. The library says so of lists of strings and messages, too, which are never packed.</summary>
    public static bool IsPacked(FieldDescriptor field) => field.IsPacked && IsPackable(field);
}
