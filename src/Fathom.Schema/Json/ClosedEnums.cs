using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Enums of proto2 and, by feature, of editions: on the wire a number that is none of their values is an unknown field
/// (protobuf.dev, "Enum behavior").</summary>
internal static class ClosedEnums
{
    /// <summary>Whether a field's enum is closed.</summary>
    public static bool IsOf(FieldDescriptor field) => field.FieldType == FieldType.Enum && IsClosed(field.EnumType);

    /// <summary>Whether a value of the wire is one of the field's enum.</summary>
    public static bool Has(FieldDescriptor field, WireField value) => field.EnumType.FindValueByNumber((int)value.Value) is not null;

    private static bool IsClosed(EnumDescriptor type)
    {
        // Of its own options or the nearest around it. Google.Protobuf resolves features and keeps them to itself: GetOptions has none.
        var own = type.ToProto().Options?.Features;
        for (var outer = type.ContainingType; own is not { HasEnumType: true } && outer is not null; outer = outer.ContainingType)
        {
            own = outer.ToProto().Options?.Features;
        }

        if (own is { HasEnumType: true })
        {
            return own.EnumType == FeatureSet.Types.EnumType.Closed;
        }

        return type.File.ToProto() switch
        {
            { Syntax: "editions" } file => file.Options?.Features is { EnumType: FeatureSet.Types.EnumType.Closed },
            var file => file.Syntax != "proto3",
        };
    }
}
