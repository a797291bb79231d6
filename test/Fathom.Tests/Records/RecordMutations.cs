using System.Text;
using System.Text.Json.Nodes;

namespace Fathom.Tests.Records;

/// <summary>Spoils JSON documents at a place, in many ways; some ways leave them valid.</summary>
internal static class RecordMutations
{
    private static readonly Func<JsonNode?>[] Replacements =
    [
        () => null, () => JsonValue.Create(-1), () => JsonValue.Create(0.5), () => JsonValue.Create(1.0), () =>
            JsonValue.Create(1e300), () => JsonValue.Create(""), () => JsonValue.Create("NaN"),
        () => JsonValue.Create("text"), () => JsonValue.Create(true), () => new JsonArray(), () => new JsonArray(1), () => new JsonObject(),
    ];

    /// <summary>The document, with every node in turn replaced by one of several values, or removed, or given a member more.</summary>
    public static IEnumerable<(string What, byte[] Json)> All(byte[] valid)
    {
        var turn = 0;
        foreach (var place in Nodes(JsonNode.Parse(valid)!, ""))
        {
            // All replacements at all places would be ten thousands; in turn, each meets every kind of place.
            for (var i = 0; i < 3; i++)
            {
                var replacement = Replacements[turn++ % Replacements.Length]();
                yield return ($"{place} = {replacement?.ToJsonString() ?? "null"}", With(valid, place, n => n.ReplaceWith(replacement)));
            }

            yield return ($"{place} removed", With(valid, place, Remove));
        }
    }

    /// <summary>Pointers of the objects in a document.</summary>
    public static IEnumerable<string> Objects(JsonNode root) => Nodes(root, "").Prepend("").Where(p => At(root, p) is JsonObject);

    public static byte[] With(byte[] json, string place, Action<JsonNode> change)
    {
        var root = JsonNode.Parse(json)!;
        change(At(root, place));
        return Encoding.UTF8.GetBytes(root.ToJsonString());
    }

    private static void Remove(JsonNode node)
    {
        if (node.Parent is JsonArray array)
        {
            array.Remove(node);
        }
        else
        {
            node.Parent!.AsObject().Remove(node.GetPropertyName());
        }
    }

    // No name in a record holds a '/' or '~'.
    private static JsonNode At(JsonNode root, string place) => place.Split('/').Skip(1)
        .Aggregate(root, (n, token) => n is JsonArray array ? array[int.Parse(token, System.Globalization.CultureInfo.InvariantCulture)]!
            : n[token]!);

    private static IEnumerable<string> Nodes(JsonNode node, string at) => node switch
    {
        JsonObject o => o.SelectMany(m => Nodes(m.Value!, $"{at}/{m.Key}").Prepend($"{at}/{m.Key}")),
        JsonArray a => a.SelectMany((item, i) => Nodes(item!, $"{at}/{i}").Prepend($"{at}/{i}")),
        _ => [],
    };
}
