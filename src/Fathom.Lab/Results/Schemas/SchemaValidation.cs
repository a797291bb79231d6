using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Fathom.Lab.Results.Schemas;

/// <summary>One pass of a document through a schema. Belongs to one call of <see cref="JsonSchema.Validate"/>; collects its
/// problems.</summary>
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

        // A value of the wrong type breaks every other rule too: one problem says it all.
        if (schema.TryGetProperty("type", out var type) && !JsonTypes.Is(value, type.GetString()!))
        {
            Report(value, pointer, JsonTypes.Name(type.GetString()!));
            return;
        }

        Constants(schema, value, pointer);
        switch (value.ValueKind)
        {
            case JsonValueKind.Number: Bounds(schema, value, pointer); break;
            case JsonValueKind.String: Text(schema, value, pointer); break;
            case JsonValueKind.Array: Items(schema, value, pointer); break;
            case JsonValueKind.Object: Members(schema, value, pointer); break;
            default: break;
        }
    }

    private void Report(JsonElement value, string pointer, string accepted) =>
        _problems.Add(new RecordProblem(pointer, JsonTypes.Show(value), accepted));

    private void Constants(JsonElement schema, JsonElement value, string pointer)
    {
        if (schema.TryGetProperty("const", out var constant) && !JsonElement.DeepEquals(constant, value))
        {
            Report(value, pointer, constant.GetRawText());
        }

        if (schema.TryGetProperty("enum", out var options) && !options.EnumerateArray().Any(o => JsonElement.DeepEquals(o, value)))
        {
            Report(value, pointer, string.Join(" or ", options.EnumerateArray().Select(o => o.GetRawText())));
        }
    }

    private void Bounds(JsonElement schema, JsonElement value, string pointer)
    {
        if (schema.TryGetProperty("minimum", out var minimum) && value.GetDouble() < minimum.GetDouble())
        {
            Report(value, pointer, $"at least {minimum.GetRawText()}");
        }

        if (schema.TryGetProperty("maximum", out var maximum) && value.GetDouble() > maximum.GetDouble())
        {
            Report(value, pointer, $"at most {maximum.GetRawText()}");
        }
    }

    private void Text(JsonElement schema, JsonElement value, string pointer)
    {
        var text = value.GetString()!;
        if (schema.TryGetProperty("minLength", out var length) && text.EnumerateRunes().Count() < length.GetInt32())
        {
            Report(value, pointer, string.Create(CultureInfo.InvariantCulture, $"a text of at least {length.GetInt32()} character(s)"));
        }

        if (schema.TryGetProperty("pattern", out var pattern) && !Regex.IsMatch(text, pattern.GetString()!, RegexOptions.CultureInvariant))
        {
            Report(value, pointer, $"a text that matches {pattern.GetString()}");
        }
    }

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
                _problems.Add(new RecordProblem(at, $"an unknown member \"{member.Name}\"", Known(properties)));
            }
        }
    }

    private static string Known(JsonElement properties) =>
        properties.ValueKind == JsonValueKind.Object
            ? string.Join(", ", properties.EnumerateObject().Select(p => p.Name))
            : "no members";
}
