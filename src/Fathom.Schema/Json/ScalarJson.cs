using System.Text.Json;
using Fathom.Schema.Faults;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Reads numbers, text, bytes, enums and keys of maps from JSON into wire format.</summary>
internal static class ScalarJson
{
    /// <summary>Reads one value of a field that is no message, without its tag.</summary>
    public static void Read(FieldDescriptor field, WireOutput output, ref Utf8JsonReader reader)
    {
        switch (field.FieldType)
        {
            case FieldType.String:
                Text(field, output, ref reader);
                break;
            case FieldType.Bytes:
                Base64Json.Read(field, output, ref reader);
                break;
            case FieldType.Enum:
                Enum(field, output, ref reader);
                break;
            case FieldType.Bool:
                output.Varint(reader.TokenType is JsonTokenType.True or JsonTokenType.False
                    ? reader.TokenType == JsonTokenType.True ? 1UL : 0
                    : throw Wrong(ref reader, "bool", "true or false"));
                break;
            default:
                Span<byte> scratch = stackalloc byte[NumberText.MaxLength];
                if (reader.TokenType is not (JsonTokenType.Number or JsonTokenType.String)
                    || !NumberText.TryWrite(field.FieldType, scratch[..Token(ref reader, scratch)],
                        reader.TokenType == JsonTokenType.String, output))
                {
                    throw Wrong(ref reader, FieldTypeText.OfValue(field), NumberText.Accepted(field.FieldType));
                }

                break;
        }
    }

    /// <summary>Reads the key of a map, which is always a string in JSON.</summary>
    public static void ReadKey(FieldDescriptor key, WireOutput output, ref Utf8JsonReader reader)
    {
        Span<byte> scratch = stackalloc byte[NumberText.MaxLength];
        switch (key.FieldType)
        {
            case FieldType.String:
                Text(key, output, ref reader);
                break;
            case FieldType.Bool:
                output.Varint(reader.ValueTextEquals("true"u8) ? 1 : reader.ValueTextEquals("false"u8) ? 0UL
                    : throw Wrong(ref reader, "a key of type bool", "\"true\" or \"false\""));
                break;
            default:
                if (!NumberText.TryWrite(key.FieldType, scratch[..Token(ref reader, scratch)], true, output))
                {
                    throw Wrong(ref reader, $"a key of type {FieldTypeText.OfValue(key)}", NumberText.Accepted(key.FieldType));
                }

                break;
        }
    }

    /// <summary>Refuses the value that the reader is at.</summary>
    public static JsonRefusal Wrong(ref Utf8JsonReader reader, string type, string accepted)
    {
        var found = reader.TokenType switch
        {
            JsonTokenType.StartObject => "an object",
            JsonTokenType.StartArray => "an array",
            JsonTokenType.String or JsonTokenType.PropertyName => $"\"{Shown.Short(reader.ValueSpan)}\"",
            _ => Shown.Short(reader.ValueSpan),
        };
        return new($"{found} is not {type}; accepted: {accepted}", reader.TokenStartIndex);
    }

    // Copies the text of a number, with or without quotes. The length is 0 where it is longer than any number needs to be.
    private static int Token(ref Utf8JsonReader reader, scoped Span<byte> scratch)
    {
        if (reader.ValueSpan.Length > scratch.Length)
        {
            return 0;
        }

        if (reader.TokenType != JsonTokenType.Number && reader.ValueIsEscaped)
        {
            return reader.CopyString(scratch);
        }

        reader.ValueSpan.CopyTo(scratch);
        return reader.ValueSpan.Length;
    }

    private static void Text(FieldDescriptor field, WireOutput output, ref Utf8JsonReader reader)
    {
        if (reader.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName))
        {
            throw Wrong(ref reader, FieldTypeText.OfValue(field), "a string");
        }

        // Unescaped it is no longer than escaped.
        var start = output.Begin();
        output.Advance(reader.CopyString(output.Reserve(reader.ValueSpan.Length)));
        output.End(start);
    }

    private static void Enum(FieldDescriptor field, WireOutput output, ref Utf8JsonReader reader)
    {
        var type = field.EnumType;
        switch (reader.TokenType)
        {
            case JsonTokenType.Null when type.FullName == "google.protobuf.NullValue":
                output.Varint(0);
                break;
            case JsonTokenType.Number when reader.TryGetInt32(out var number):
                output.Varint((ulong)(long)number);
                break;
            case JsonTokenType.String:
                output.Varint((ulong)(long)Named(type, ref reader));
                break;
            default:
                throw Wrong(ref reader, type.FullName, "the name or the number of a value");
        }
    }

    private static int Named(EnumDescriptor type, ref Utf8JsonReader reader)
    {
        // By index: the enumerator of an interface would be allocated.
        for (var i = 0; i < type.Values.Count; i++)
        {
            if (reader.ValueTextEquals(type.Values[i].Name))
            {
                return type.Values[i].Number;
            }
        }

        var name = reader.GetString()!;
        string[] known = [.. type.Values.Select(v => v.Name)];
        throw new JsonRefusal($"'{Shown.Short(name)}' is not a value of the enum {type.FullName}{NearestName.Hint(name, known)} "
            + $"(values: {Shown.List(known)})", reader.TokenStartIndex);
    }
}
