using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Lab.Results;

/// <summary>Writes a replicate flat, as the run record has it.</summary>
internal sealed class ReplicateConverter : JsonConverter<Replicate>
{
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
            writer.WriteNumber(name, number);
        }

        writer.WriteEndObject();
    }
}
