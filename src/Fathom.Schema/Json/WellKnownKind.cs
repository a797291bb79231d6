using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Messages with a JSON form of their own (proto3 JSON mapping).</summary>
internal enum WellKnownKind
{
    None,
    Any,
    Timestamp,
    Duration,
    FieldMask,
    Struct,
    Value,
    ListValue,
    Wrapper,
}

/// <summary>Recognizes them. A message of such a name with other fields is an ordinary one.</summary>
internal static class WellKnownMessages
{
    public static WellKnownKind Of(MessageDescriptor type) => type.FullName switch
    {
        "google.protobuf.Any" when Has(type, (1, FieldType.String), (2, FieldType.Bytes)) => WellKnownKind.Any,
        "google.protobuf.Timestamp" when Has(type, (1, FieldType.Int64), (2, FieldType.Int32)) => WellKnownKind.Timestamp,
        "google.protobuf.Duration" when Has(type, (1, FieldType.Int64), (2, FieldType.Int32)) => WellKnownKind.Duration,
        "google.protobuf.FieldMask" when Has(type, (1, FieldType.String)) => WellKnownKind.FieldMask,
        "google.protobuf.Struct" when Has(type, (1, FieldType.Message)) => WellKnownKind.Struct,
        "google.protobuf.Value" when type.Fields.InDeclarationOrder().Count == 6 => WellKnownKind.Value,
        "google.protobuf.ListValue" when Has(type, (1, FieldType.Message)) => WellKnownKind.ListValue,
        "google.protobuf.DoubleValue" or "google.protobuf.FloatValue" or "google.protobuf.Int64Value" or "google.protobuf.UInt64Value"
            or "google.protobuf.Int32Value" or "google.protobuf.UInt32Value" or "google.protobuf.BoolValue"
            or "google.protobuf.StringValue" or "google.protobuf.BytesValue" when IsScalar(type.FindFieldByNumber(1)) =>
            WellKnownKind.Wrapper,
        _ => WellKnownKind.None,
    };

    /// <summary>Whether JSON's null is a value of the field, not its absence.</summary>
    public static bool TakesNull(FieldDescriptor field) => field.FieldType switch
    {
        FieldType.Message => !field.IsMap && Of(field.MessageType) == WellKnownKind.Value && !field.IsRepeated,
        FieldType.Enum => field.EnumType.FullName == "google.protobuf.NullValue" && !field.IsRepeated,
        _ => false,
    };

    private static bool IsScalar(FieldDescriptor? field) =>
        field is { IsRepeated: false } and not { FieldType: FieldType.Message or FieldType.Group or FieldType.Enum };

    private static bool Has(MessageDescriptor type, params ReadOnlySpan<(int Number, FieldType Type)> fields)
    {
        foreach (var (number, expected) in fields)
        {
            if (type.FindFieldByNumber(number)?.FieldType != expected)
            {
                return false;
            }
        }

        return true;
    }
}
