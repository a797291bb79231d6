using System.Text.Json;

namespace Fathom.Records.Schemas;

/// <summary>Validates one document and collects its problems. Used by one call of <see cref="JsonSchema.Validate"/>.</summary>
internal sealed class SchemaValidation(JsonElement root)
{
    private readonly List<RecordProblem> _problems = [];

    public IReadOnlyList<RecordProblem> Problems => _problems;

    public void Apply(JsonElement schema, JsonElement value, string pointer)
    {
        if (schema.TryGetProperty("$ref", out var reference))
        {
            Apply(JsonSchema.Resolve(root, reference.GetString()!)!.Value, value, pointer);
        }

        // A value of the wrong type also violates other rules; one problem is enough.
        if (schema.TryGetProperty("type", out var type) && !JsonTypes.Is(value, type.GetString()!))
        {
            Report(value, pointer, JsonTypes.Name(type.GetString()!));
            return;
        }

        foreach (var accepted in ValueRules.Broken(schema, value))
        {
            Report(value, pointer, accepted);
        }

        switch (value.ValueKind)
        {
            case JsonValueKind.Array: Items(schema, value, pointer); break;
            case JsonValueKind.Object: Members(schema, value, pointer); break;
            default: break;
        }
    }

    private void Report(JsonElement value, string pointer, string accepted) =>
        _problems.Add(new RecordProblem(pointer, JsonTypes.Show(value), accepted));

    private void Items(JsonElement schema, JsonElement value, string pointer)
    {
        if (schema.TryGetProperty("minItems", out var least) && value.GetArrayLength() < least.GetInt32())
        {
            Report(value, pointer, $"an array of at least {least.GetRawText()} item(s)");
        }

        if (schema.TryGetProperty("maxItems", out var most) && value.GetArrayLength() > most.GetInt32())
        {
            Report(value, pointer, $"an array of at most {most.GetRawText()} item(s)");
        }

        if (schema.TryGetProperty("items", out var items))
        {
            foreach (var (index, item) in value.EnumerateArray().Index())
            {
                Apply(items, item, JsonPointer.Append(pointer, index));
            }
        }
    }

    private void Members(JsonElement schema, JsonElement value, string pointer)
    {
        if (schema.TryGetProperty("required", out var required))
        {
            foreach (var name in required.EnumerateArray().Select(n => n.GetString()!).Where(n => !value.TryGetProperty(n, out _)))
            {
                _problems.Add(new RecordProblem(pointer, $"no \"{name}\"", $"an object with \"{name}\""));
            }
        }

        var hasProperties = schema.TryGetProperty("properties", out var properties);
        var hasNames = schema.TryGetProperty("propertyNames", out var names);
        var hasOthers = schema.TryGetProperty("additionalProperties", out var others);
        foreach (var member in value.EnumerateObject())
        {
            var at = JsonPointer.Append(pointer, member.Name);
            if (hasNames)
            {
                Apply(names, JsonTypes.FromText(member.Name), at);
            }

            if (hasProperties && properties.TryGetProperty(member.Name, out var known))
            {
                Apply(known, member.Value, at);
            }
            else if (hasOthers && others.ValueKind == JsonValueKind.Object)
            {
                Apply(others, member.Value, at);
            }
            else if (hasOthers)
            {
                _problems.Add(new RecordProblem(at, $"an unknown member \"{member.Name}\"", AcceptedMembers(properties)));
            }
        }
    }

    private static string AcceptedMembers(JsonElement properties) =>
        properties.ValueKind == JsonValueKind.Object
            ? string.Join(", ", properties.EnumerateObject().Select(p => p.Name))
            : "no members";
}
