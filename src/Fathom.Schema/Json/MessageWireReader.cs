using System.Text.Json;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Reads messages, lists and maps from wire format into JSON. Damaged bytes are a <see cref="FormatException"/>.</summary>
/// <param name="types">The fields of messages.</param>
/// <param name="options">The form.</param>
/// <param name="anys">The messages inside Any that earlier attempts could not read.</param>
internal sealed class MessageWireReader(MessageTypes types, JsonDecoderOptions options, BrokenAnys anys)
{
    private readonly SortedSet<string> _unknownTypes = new(StringComparer.Ordinal);
    private readonly Stack<string> _path = new();
    private readonly SortedSet<int> _unknown = [];

    public IReadOnlyCollection<int> UnknownFields => _unknown;

    public IReadOnlyCollection<string> UnknownTypes => _unknownTypes;

    /// <summary>The field that was read last: <c>$.user.name</c>.</summary>
    public string Path => string.Join('.', _path.Reverse().Prepend("$"));

    /// <summary>Writes a message, whatever its JSON form.</summary>
    public void Write(MessageDescriptor type, ReadOnlyMemory<byte> bytes, Utf8JsonWriter writer)
    {
        if (_path.Count > JsonEncoder.MaxDepth)
        {
            throw new FormatException($"messages nested deeper than {JsonEncoder.MaxDepth}");
        }

        var fields = new CollectedFields(types.FieldsOf(type), bytes, _unknown);
        switch (types.FieldsOf(type).WellKnown)
        {
            case WellKnownKind.Any:
                WriteAny(type, fields, writer);
                break;
            case WellKnownKind.Timestamp or WellKnownKind.Duration
                when TimeOf(type, fields) is { } text:
                writer.WriteStringValue(text);
                break;
            case WellKnownKind.FieldMask:
                writer.WriteStringValue(FieldMaskText.Of(fields.AllBytes(1)));
                break;
            case WellKnownKind.Struct:
                var map = type.FindFieldByNumber(1);
                WriteMap(map, EntriesOf(map, fields), writer);
                break;
            case WellKnownKind.ListValue:
                WriteList(type.FindFieldByNumber(1), fields, writer);
                break;
            case WellKnownKind.Value:
                WriteValue(type, fields, writer);
                break;
            case WellKnownKind.Wrapper:
                WriteSingular(type.FindFieldByNumber(1), fields, writer);
                break;
            default:
                writer.WriteStartObject();
                WriteFields(type, fields, writer);
                writer.WriteEndObject();
                break;
        }
    }

    private void WriteFields(MessageDescriptor type, CollectedFields fields, Utf8JsonWriter writer)
    {
        foreach (var field in types.FieldsOf(type).InNumberOrder)
        {
            var name = options.OriginalNames && !field.IsExtension ? field.Name : MessageFields.JsonNameOf(field);
            _path.Push(name);
            WriteField(name, field, fields, writer);
            _path.Pop();
        }
    }

    private void WriteField(string name, FieldDescriptor field, CollectedFields fields, Utf8JsonWriter writer)
    {
        var entries = field.IsMap ? EntriesOf(field, fields) : null;
        var has = entries is { } map ? map.Count > 0
            // Without presence a default that is sent is the same as none.
            : fields.Has(field) && (field.IsRepeated || MessageFields.HasPresence(field) || !ScalarText.IsZero(field, fields.Last(field)));
        if (!has && !(options.EmitDefaults && !field.IsExtension && !field.HasPresence))
        {
            return;
        }

        writer.WritePropertyName(name);
        if (entries is not null)
        {
            WriteMap(field, entries, writer);
        }
        else if (field.IsRepeated)
        {
            WriteList(field, fields, writer);
        }
        else
        {
            WriteSingular(field, fields, writer);
        }
    }

    // The last value counts, and messages are merged: their bytes one after the other (protobuf encoding, "last one wins").
    private void WriteSingular(FieldDescriptor field, CollectedFields fields, Utf8JsonWriter writer)
    {
        if (field.FieldType is FieldType.Message or FieldType.Group)
        {
            Write(field.MessageType, fields.Merged(field), writer);
        }
        else
        {
            ScalarText.Write(field, fields.Last(field), writer);
        }
    }

    private void WriteList(FieldDescriptor field, CollectedFields fields, Utf8JsonWriter writer)
    {
        writer.WriteStartArray();
        foreach (var element in fields.All(field))
        {
            WriteElement(field, element, writer);
        }

        writer.WriteEndArray();
    }

    private Dictionary<string, CollectedFields> EntriesOf(FieldDescriptor field, CollectedFields fields)
    {
        if (field.MessageType.FindFieldByNumber(1) is not { } key || field.MessageType.FindFieldByNumber(2) is null)
        {
            throw new FormatException("a map whose entry has no key or no value");
        }

        var entries = new Dictionary<string, CollectedFields>(StringComparer.Ordinal);
        foreach (var element in fields.All(field))
        {
            var entry = new CollectedFields(types.FieldsOf(field.MessageType), element.Bytes, _unknown);
            // An entry whose value a closed enum does not know is an unknown field as a whole.
            if (!entry.HasUnknownEnum)
            {
                entries[ScalarText.Key(key, entry.Last(key))] = entry;
            }
        }

        return entries;
    }

    private void WriteMap(FieldDescriptor field, Dictionary<string, CollectedFields> entries, Utf8JsonWriter writer)
    {
        var value = field.MessageType.FindFieldByNumber(2);
        writer.WriteStartObject();
        foreach (var (name, entry) in entries)
        {
            writer.WritePropertyName(name);
            _path.Push("[" + Faults.Shown.Short(name) + "]");
            WriteSingular(value, entry, writer);
            _path.Pop();
        }

        writer.WriteEndObject();
    }

    private void WriteElement(FieldDescriptor field, WireField element, Utf8JsonWriter writer)
    {
        if (field.FieldType is not (FieldType.Message or FieldType.Group))
        {
            ScalarText.Write(field, element, writer);
            return;
        }

        _path.Push("[]");
        Write(field.MessageType, element.Bytes, writer);
        _path.Pop();
    }

    private void WriteValue(MessageDescriptor type, CollectedFields fields, Utf8JsonWriter writer)
    {
        var field = type.Fields.InFieldNumberOrder().FirstOrDefault(fields.Has);
        if (field is null or { FieldType: FieldType.Enum })
        {
            writer.WriteNullValue();
            return;
        }

        _path.Push(field.JsonName);
        WriteSingular(field, fields, writer);
        _path.Pop();
    }

    private void WriteAny(MessageDescriptor type, CollectedFields fields, Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        if (fields.Has(type.FindFieldByNumber(1)))
        {
            var url = ScalarText.Utf8(fields.Last(type.FindFieldByNumber(1)).Bytes.Span);
            writer.WriteString("@type", url);
            WriteContent(url[(url.LastIndexOf('/') + 1)..], fields.Last(type.FindFieldByNumber(2)).Bytes, writer);
        }

        writer.WriteEndObject();
    }

    private void WriteContent(string name, ReadOnlyMemory<byte> content, Utf8JsonWriter writer)
    {
        var inner = types.Set.FindMessage(name);
        var fault = inner is null ? $"the type is not in {types.Set.Source}" : anys.FaultOfNext();
        if (inner is null || fault is not null)
        {
            if (inner is null)
            {
                _unknownTypes.Add(name);
            }

            writer.WriteString("@error", $"{fault}; {AnyJson.RawValue} has the bytes");
            writer.WriteBase64String(AnyJson.RawValue, content.Span);
            return;
        }

        var current = anys.Current;
        try
        {
            _path.Push($"({inner.FullName})");
            if (types.FieldsOf(inner).WellKnown != WellKnownKind.None || inner.FullName == "google.protobuf.Empty")
            {
                writer.WritePropertyName("value");
                Write(inner, content, writer);
            }
            else if (_path.Count > JsonEncoder.MaxDepth)
            {
                throw new FormatException($"messages nested deeper than {JsonEncoder.MaxDepth}");
            }
            else
            {
                WriteFields(inner, new CollectedFields(types.FieldsOf(inner), content, _unknown), writer);
            }

            _path.Pop();
        }
        catch (FormatException e)
        {
            anys.Reject(current, $"it is not {inner.FullName}: {e.Message}");
            throw new BrokenAnyException(e);
        }
    }

    private static string? TimeOf(MessageDescriptor type, CollectedFields fields)
    {
        var (seconds, nanos) = ((long)fields.Last(type.FindFieldByNumber(1)).Value, (int)fields.Last(type.FindFieldByNumber(2)).Value);
        return type.FullName == "google.protobuf.Timestamp" ? TimeText.Timestamp(seconds, nanos) : TimeText.Duration(seconds, nanos);
    }
}
