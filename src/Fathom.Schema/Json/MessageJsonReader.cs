using System.Text.Json;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Reads messages, lists and maps from JSON into wire format.</summary>
internal sealed class MessageJsonReader(DescriptorSet types)
{
    private readonly MessageTypes _types = new(types);
    private readonly SeenFields _seen = new();
    private readonly WireOutput _output = new();
    private int _depth;

    public JsonPath Path { get; } = new();

    /// <summary>Reads the one value that the reader has not begun.</summary>
    public ReadOnlyMemory<byte> Read(MessageDescriptor type, ref Utf8JsonReader reader)
    {
        _output.Truncate(0);
        _seen.Clear();
        Path.Clear();
        _depth = 0;
        reader.Read();
        Value(type, ref reader);
        // Further text after the value is refused by the reader itself.
        reader.Read();
        return _output.Written;
    }

    /// <summary>Reads a message, whatever its JSON form, without tag and length.</summary>
    public void Value(MessageDescriptor type, ref Utf8JsonReader reader)
    {
        if (++_depth > JsonEncoder.MaxDepth)
        {
            throw Refusal(ref reader, $"messages are nested deeper than {JsonEncoder.MaxDepth}");
        }

        switch (_types.FieldsOf(type).WellKnown)
        {
            case WellKnownKind.None:
                Object(type, ref reader, inAny: false);
                break;
            case WellKnownKind.Any:
                AnyJson.Read(this, types, _output, ref reader);
                break;
            case WellKnownKind.Struct:
                StructJson.ReadStruct(_output, Path, ref reader);
                break;
            case WellKnownKind.Value:
                StructJson.ReadValue(_output, Path, ref reader);
                break;
            case WellKnownKind.ListValue:
                StructJson.ReadList(_output, Path, ref reader);
                break;
            case WellKnownKind.Wrapper:
                Singular(type.FindFieldByNumber(1), ref reader);
                break;
            case var text:
                TextMessages.Read(text, _output, ref reader);
                break;
        }

        _depth--;
    }

    /// <summary>Whether a message has its JSON form under the name "value" inside an Any.</summary>
    public bool HasOwnForm(MessageDescriptor type) =>
        _types.FieldsOf(type).WellKnown != WellKnownKind.None || type.FullName == "google.protobuf.Empty";

    /// <summary>Reads the fields of an ordinary message.</summary>
    public void Object(MessageDescriptor type, ref Utf8JsonReader reader, bool inAny)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw ScalarJson.Wrong(ref reader, type.FullName, "an object");
        }

        var fields = _types.FieldsOf(type);
        var seen = _seen.Open(type, fields.Count);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            Path.Enter(ref reader);
            if (fields.Find(ref reader) is { } field)
            {
                reader.Read();
                if (reader.TokenType != JsonTokenType.Null || WellKnownMessages.TakesNull(field))
                {
                    Note(seen, fields.SlotOf(field), field, ref reader);
                    Field(field, ref reader);
                }
            }
            else if (inAny && reader.ValueTextEquals("@type"u8))
            {
                reader.Read();
            }
            else
            {
                throw UnknownField(type, fields, ref reader);
            }

            Path.Leave();
        }

        foreach (var required in fields.Required)
        {
            if (!_seen.Has(seen, fields.SlotOf(required)))
            {
                throw Refusal(ref reader,
                    $"{type.FullName} lacks '{MessageFields.JsonNameOf(required)}' ({FieldTypeText.Of(required)}), which proto2 requires");
            }
        }

        _seen.Close(seen);
    }

    private void Note((int, int) seen, int slot, FieldDescriptor field, ref Utf8JsonReader reader)
    {
        if (!_seen.Add(seen, slot))
        {
            var same = field.IsExtension ? "" : $"; '{field.JsonName}' and '{field.Name}' are the same field";
            throw Refusal(ref reader, $"'{MessageFields.JsonNameOf(field)}' is there twice{same}");
        }

        if (field.ContainingOneof is { } oneof && _seen.AddCase(seen, oneof, field) is { } other)
        {
            throw Refusal(ref reader, $"'{other.JsonName}' and '{field.JsonName}' are cases of the oneof '{oneof.Name}'; give one of them");
        }
    }

    private void Field(FieldDescriptor field, ref Utf8JsonReader reader)
    {
        if (field.IsMap)
        {
            Map(field, ref reader);
        }
        else if (field.IsRepeated)
        {
            List(field, ref reader);
        }
        else
        {
            Singular(field, ref reader);
        }
    }

    // A field without presence is not written with its default value, which is all zeros in every encoding.
    private void Singular(FieldDescriptor field, ref Utf8JsonReader reader)
    {
        var before = _output.Length;
        _output.Tag(field.FieldNumber, FieldKinds.Of(field));
        var start = _output.Length;
        Element(field, ref reader);
        if (!MessageFields.HasPresence(field) && !_output.WrittenSince(start).ContainsAnyExcept((byte)0))
        {
            _output.Truncate(before);
        }
    }

    private void List(FieldDescriptor field, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw ScalarJson.Wrong(ref reader, FieldTypeText.Of(field), "an array");
        }

        Path.EnterElement();
        var before = _output.Length;
        var isPacked = FieldKinds.IsPacked(field);
        var start = isPacked ? Packed(field) : 0;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (!isPacked)
            {
                _output.Tag(field.FieldNumber, FieldKinds.Of(field));
            }

            Element(field, ref reader);
            Path.NextElement();
        }

        Path.Leave();
        if (isPacked && _output.Length > start)
        {
            _output.End(start);
        }
        else if (isPacked)
        {
            _output.Truncate(before);
        }
    }

    private int Packed(FieldDescriptor field)
    {
        _output.Tag(field.FieldNumber, WireKind.Delimited);
        return _output.Begin();
    }

    private void Map(FieldDescriptor field, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw ScalarJson.Wrong(ref reader, FieldTypeText.Of(field), "an object");
        }

        var (key, value) = (field.MessageType.FindFieldByNumber(1), field.MessageType.FindFieldByNumber(2));
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            Path.Enter(ref reader);
            _output.Tag(field.FieldNumber, WireKind.Delimited);
            var start = _output.Begin();
            _output.Tag(1, FieldKinds.Of(key));
            ScalarJson.ReadKey(key, _output, ref reader);
            reader.Read();
            _output.Tag(2, FieldKinds.Of(value));
            Element(value, ref reader);
            _output.End(start);
            Path.Leave();
        }
    }

    // One value, after its tag.
    private void Element(FieldDescriptor field, ref Utf8JsonReader reader)
    {
        if (field.FieldType == FieldType.Message)
        {
            var start = _output.Begin();
            Value(field.MessageType, ref reader);
            _output.End(start);
        }
        else if (field.FieldType == FieldType.Group)
        {
            Value(field.MessageType, ref reader);
            _output.Tag(field.FieldNumber, WireKind.EndGroup);
        }
        else
        {
            ScalarJson.Read(field, _output, ref reader);
        }
    }

    private static JsonRefusal UnknownField(MessageDescriptor type, MessageFields fields, ref Utf8JsonReader reader)
    {
        var name = reader.GetString()!;
        var nearest = NearestName.Of(name, fields.Names) is { } near
            ? $"; did you mean '{near}' ({FieldTypeText.Of(fields.Find(near)!)})?"
            : "";
        var what = name.StartsWith('[') ? "extension" : "field";
        string[] known = [.. fields.InNumberOrder.Select(MessageFields.JsonNameOf)];
        return Refusal(ref reader, $"{type.FullName} has no {what} '{Shown.Short(name)}'{nearest} (fields: {Shown.List(known)})");
    }

    private static JsonRefusal Refusal(ref Utf8JsonReader reader, string message) => new(message, reader.TokenStartIndex);
}
