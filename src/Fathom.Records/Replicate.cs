using System.Text.Json.Serialization;
using System.Text.Json;

namespace Fathom.Records;

/// <summary>
/// One measured execution of a trial, in fresh processes. In JSON, its metrics are members beside <c>block</c> and <c>position</c>:
/// <c>{ "block": 1, "position": 4, "errors": 0, "wall_ms": 9426.1, ... }</c>.
/// </summary>
/// <param name="Block">The block, from 1. In a block every trial runs once, in random order.</param>
/// <param name="Position">Position in the order of the complete run, from 1.</param>
/// <param name="Errors">Number of failed calls.</param>
/// <param name="Values">Values by metric id.</param>
[JsonConverter(typeof(ReplicateConverter))]
public sealed record Replicate(int Block, int Position, int Errors, IReadOnlyDictionary<string, double> Values)
{
    /// <summary>What disturbed the machine during this replicate, such as another program that used the processors; null for
    /// nothing.</summary>
    public string? Disturbance { get; init; }
}

/// <summary>Converts a replicate to and from the flat JSON object of a run record.</summary>
internal sealed class ReplicateConverter : JsonConverter<Replicate>
{
    /// <summary>Member names that are not allowed as metric ids.</summary>
    public static IReadOnlyList<string> Reserved { get; } = ["block", "position", "errors", "disturbance"];

    public override Replicate Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("A replicate is an object.");
        }

        int block = 0, position = 0, errors = 0;
        string? disturbance = null;
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
                case "disturbance": disturbance = reader.GetString(); break;
                default: values[name] = reader.GetDouble(); break;
            }
        }

        return new Replicate(block, position, errors, values) { Disturbance = disturbance };
    }

    public override void Write(Utf8JsonWriter writer, Replicate value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteNumber("block", value.Block);
        writer.WriteNumber("position", value.Position);
        writer.WriteNumber("errors", value.Errors);
        if (value.Disturbance is { } disturbance)
        {
            writer.WriteString("disturbance", disturbance);
        }

        foreach (var (name, number) in value.Values)
        {
            WriteNumber(writer, name, number);
        }

        writer.WriteEndObject();
    }

    // JSON has no NaN or infinity. Written as text, the record stays complete, and the schema reports the invalid member.
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
