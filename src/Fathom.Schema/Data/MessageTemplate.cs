using System.Text;
using System.Text.Json;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Data;

/// <summary>A message with every field at its default value, as JSON to fill in. Of a <c>oneof</c> it has the first member, of a list one
/// element. A message inside itself is <c>null</c>, which is accepted as its absence.</summary>
public sealed class MessageTemplate
{
    // Types that contain each other multiply: the template of such a message would fill the memory.
    private const int MaxFields = 2000;

    private readonly HashSet<MessageDescriptor> _inside = [];
    private readonly Utf8JsonWriter _json;
    private int _fields;

    private MessageTemplate(Utf8JsonWriter json) => _json = json;

    /// <summary>The JSON, indented.</summary>
    public static string Of(MessageDescriptor type)
    {
        ArgumentNullException.ThrowIfNull(type);
        using var json = new MemoryStream();
        using (var writer = new Utf8JsonWriter(json, new() { Indented = true }))
        {
            new MessageTemplate(writer).Message(type);
        }

        return Encoding.UTF8.GetString(json.ToArray());
    }

    private void Message(MessageDescriptor type)
    {
        var known = WellKnownMessages.Of(type) switch
        {
            WellKnownKind.Timestamp => "\"1970-01-01T00:00:00Z\"",
            WellKnownKind.Duration => "\"0s\"",
            WellKnownKind.FieldMask => "\"\"",
            WellKnownKind.Any => """{"@type": "type.googleapis.com/google.protobuf.Empty", "value": {}}""",
            WellKnownKind.Struct => "{}",
            WellKnownKind.ListValue => "[]",
            WellKnownKind.Value => "null",
            WellKnownKind.Wrapper => Scalar(type.FindFieldByNumber(1)),
            _ => _fields > MaxFields || _inside.Contains(type) ? "null" : null,
        };
        if (known is not null)
        {
            _json.WriteRawValue(known);
            return;
        }

        _inside.Add(type);
        _json.WriteStartObject();
        foreach (var field in type.Fields.InFieldNumberOrder().Where(f => f.RealContainingOneof?.Fields[0] is not { } first || first == f))
        {
            _fields++;
            _json.WritePropertyName(MessageFields.JsonNameOf(field));
            Field(field);
        }

        _json.WriteEndObject();
        _inside.Remove(type);
    }

    private void Field(FieldDescriptor field)
    {
        var element = field.IsMap ? field.MessageType.FindFieldByNumber(2) : field;
        // In a list null would be a fault.
        var isEmpty = _fields > MaxFields || (IsMessage(element) && _inside.Contains(element.MessageType));
        switch (field)
        {
            case { IsMap: true } or { IsRepeated: true } when isEmpty:
                _json.WriteRawValue(field.IsMap ? "{}" : "[]");
                break;
            case { IsMap: true }:
                _json.WriteStartObject();
                _json.WritePropertyName(Scalar(field.MessageType.FindFieldByNumber(1)).Trim('"'));
                Element(element);
                _json.WriteEndObject();
                break;
            case { IsRepeated: true }:
                _json.WriteStartArray();
                Element(field);
                _json.WriteEndArray();
                break;
            default:
                Element(field);
                break;
        }
    }

    private void Element(FieldDescriptor field)
    {
        if (IsMessage(field))
        {
            Message(field.MessageType);
        }
        else
        {
            _json.WriteRawValue(Scalar(field));
        }
    }

    private static bool IsMessage(FieldDescriptor field) => field.FieldType is FieldType.Message or FieldType.Group;

    // A number of 64 bits is a text (proto3 JSON mapping).
    private static string Scalar(FieldDescriptor field) => field.FieldType switch
    {
        FieldType.Enum => field.EnumType.FullName == "google.protobuf.NullValue" ? "null" : $"\"{field.EnumType.Values[0].Name}\"",
        FieldType.Bool => "false",
        FieldType.String or FieldType.Bytes => "\"\"",
        FieldType.Int64 or FieldType.UInt64 or FieldType.SInt64 or FieldType.Fixed64 or FieldType.SFixed64 => "\"0\"",
        _ => "0",
    };
}
