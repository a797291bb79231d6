using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Lab.Results;

/// <summary>Writes a replicate flat, as the run record has it.</summary>
internal sealed class ReplicateConverter : JsonConverter<Replicate>
{
    /// <summary>Member names that no metric may have.</summary>
    public static IReadOnlyList<string> Reserved { get; } = ["block", "position", "errors"];

    public override Replicate Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("A replicate is an object.");
        }

        int block = 0, position = 0, errors = 0;
        var values = new Dictionary<string, double>(StringComparer.Ordinal);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.GetString()!;
            reader.Read();
            switch (name)
            {
                case "block": block = reader.GetInt32(); break;
                case "position": position = reader.GetInt32(); break;
                case "errors": errors = reader.GetInt32(); break;
                default: values[name] = reader.GetDouble(); break;
            }
        }

        return new Replicate(block, position, errors, values);
    }

    public override void Write(Utf8JsonWriter writer, Replicate value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteNumber("block", value.Block);
        writer.WriteNumber("position", value.Position);
        writer.WriteNumber("errors", value.Errors);
        foreach (var (name, number) in value.Values)
        {
            WriteNumber(writer, name, number);
        }

        writer.WriteEndObject();
    }

    // JSON has no NaN and no infinity. As text the record is still whole, and the schema says which member is wrong.
    private static void WriteNumber(Utf8JsonWriter writer, string name, double number)
    {
        if (double.IsFinite(number))
        {
            writer.WriteNumber(name, number);
        }
        else
        {
            writer.WriteString(name, number.ToString(System.Globalization.CultureInfo.InvariantCulture));
        }
    }
}
