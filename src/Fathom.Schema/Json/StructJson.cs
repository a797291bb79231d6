using System.Text.Json;
using Fathom.Schema.Wire;

namespace Fathom.Schema.Json;

/// <summary>Reads any JSON as <c>google.protobuf.Struct</c>, <c>Value</c> and <c>ListValue</c>. Its depth is the JSON reader's.</summary>
internal static class StructJson
{
    public static void ReadStruct(WireOutput output, JsonPath path, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw ScalarJson.Wrong(ref reader, "google.protobuf.Struct", "an object");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            path.Enter(ref reader);
            output.Tag(1, WireKind.Delimited);
            var entry = output.Begin();
            output.Tag(1, WireKind.Delimited);
            Text(output, ref reader);
            reader.Read();
            output.Tag(2, WireKind.Delimited);
            var value = output.Begin();
            ReadValue(output, path, ref reader);
            output.End(value);
            output.End(entry);
            path.Leave();
        }
    }

    public static void ReadList(WireOutput output, JsonPath path, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw ScalarJson.Wrong(ref reader, "google.protobuf.ListValue", "an array");
        }

        path.EnterElement();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            output.Tag(1, WireKind.Delimited);
            var value = output.Begin();
            ReadValue(output, path, ref reader);
            output.End(value);
            path.NextElement();
        }

        path.Leave();
    }

    // The fields of google.protobuf.Value: null 1, number 2, string 3, bool 4, struct 5, list 6.
    public static void ReadValue(WireOutput output, JsonPath path, ref Utf8JsonReader reader)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Null:
                output.Tag(1, WireKind.Varint);
                output.Varint(0);
                break;
            case JsonTokenType.Number when reader.TryGetDouble(out var number) && double.IsFinite(number):
                output.Tag(2, WireKind.Fixed64);
                output.Fixed64(BitConverter.DoubleToUInt64Bits(number));
                break;
            case JsonTokenType.String:
                output.Tag(3, WireKind.Delimited);
                Text(output, ref reader);
                break;
            case JsonTokenType.True or JsonTokenType.False:
                output.Tag(4, WireKind.Varint);
                output.Varint(reader.TokenType == JsonTokenType.True ? 1UL : 0);
                break;
            case JsonTokenType.StartObject:
                output.Tag(5, WireKind.Delimited);
                var start = output.Begin();
                ReadStruct(output, path, ref reader);
                output.End(start);
                break;
            case JsonTokenType.StartArray:
                output.Tag(6, WireKind.Delimited);
                start = output.Begin();
                ReadList(output, path, ref reader);
                output.End(start);
                break;
            default:
                throw ScalarJson.Wrong(ref reader, "google.protobuf.Value", "any JSON with numbers in the range of a double");
        }
    }

    private static void Text(WireOutput output, ref Utf8JsonReader reader)
    {
        var start = output.Begin();
        output.Advance(reader.CopyString(output.Reserve(reader.ValueSpan.Length)));
        output.End(start);
    }
}
