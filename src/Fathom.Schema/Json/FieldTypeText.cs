using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The type of a field as a .proto file writes it.</summary>
public static class FieldTypeText
{
    /// <summary>With its label: <c>repeated int32</c>, <c>map&lt;string, shop.Item&gt;</c>.</summary>
    public static string Of(FieldDescriptor field)
    {
        ArgumentNullException.ThrowIfNull(field);
        return field.IsMap && field.MessageType.FindFieldByNumber(1) is { } key && field.MessageType.FindFieldByNumber(2) is { } value
            ? $"map<{OfValue(key)}, {OfValue(value)}>"
            : (field.IsRepeated ? "repeated " : "") + OfValue(field);
    }

    /// <summary>Of one value of the field, without its label.</summary>
    public static string OfValue(FieldDescriptor field)
    {
        ArgumentNullException.ThrowIfNull(field);
        return field.FieldType switch
        {
            FieldType.Message => field.MessageType.FullName,
            FieldType.Group => $"group {field.MessageType.FullName}",
            FieldType.Enum => field.EnumType.FullName,
            var type => type.ToString().ToLowerInvariant(),
        };
    }
}
