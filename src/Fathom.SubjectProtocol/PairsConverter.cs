using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>Writes a list of pairs as a list of arrays of two numbers.</summary>
internal abstract class PairsConverter<T> : JsonConverter<IReadOnlyList<T>>
{
    public sealed override IReadOnlyList<T> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        Require(ref reader, JsonTokenType.StartArray);
        List<T> pairs = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            Require(ref reader, JsonTokenType.StartArray);
            pairs.Add(Read(ref reader));
            reader.Read();
            Require(ref reader, JsonTokenType.EndArray);
        }

        return pairs;
    }

    public sealed override void Write(Utf8JsonWriter writer, IReadOnlyList<T> value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var pair in value)
        {
            writer.WriteStartArray();
            Write(writer, pair);
            writer.WriteEndArray();
        }

        writer.WriteEndArray();
    }

    protected abstract T Read(ref Utf8JsonReader reader);

    protected abstract void Write(Utf8JsonWriter writer, T pair);

    protected static double Number(ref Utf8JsonReader reader)
    {
        reader.Read();
        Require(ref reader, JsonTokenType.Number);
        return reader.GetDouble();
    }

    protected static long Whole(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.Number && reader.TryGetInt64(out var number)
            ? number : throw new JsonException("A whole number is expected.");
    }

    private static void Require(ref Utf8JsonReader reader, JsonTokenType expected)
    {
        if (reader.TokenType != expected)
        {
            throw new JsonException($"Pairs of numbers are expected; found {reader.TokenType} instead of {expected}.");
        }
    }
}
