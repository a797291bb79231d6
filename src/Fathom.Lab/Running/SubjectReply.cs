using Fathom.Lab.Studies;
using System.Text.Json;

namespace Fathom.Lab.Running;

/// <summary>
/// A line that a subject wrote: one JSON object with <c>"fathom"</c> naming its kind. <c>docs/subject-protocol.md</c> has the protocol.
/// </summary>
internal abstract record SubjectReply
{
    /// <summary>The subject can be used.</summary>
    /// <param name="Address">Where it listens, for a server.</param>
    /// <param name="Certificate">What it shows there, PEM, for a server with TLS.</param>
    internal sealed record Ready(string? Address, string? Certificate) : SubjectReply;

    /// <summary>What a process does only once is done.</summary>
    internal sealed record Warm : SubjectReply;

    /// <summary>The subject counts from here on.</summary>
    internal sealed record Begun : SubjectReply;

    /// <summary>What the subject counted.</summary>
    internal sealed record Figures(ProcessFigures Content) : SubjectReply;

    /// <summary>The subject cannot go on, and says why.</summary>
    internal sealed record Failed(string Message) : SubjectReply;

    /// <summary>The line is none of these.</summary>
    internal sealed record Nonsense(string Line, string Why) : SubjectReply;

    public static SubjectReply Parse(string line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            var root = document.RootElement;
            if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("fathom", out var kind)
                || kind.ValueKind != JsonValueKind.String)
            {
                return new Nonsense(line, "it has no \"fathom\" member that names its kind");
            }

            return kind.GetString() switch
            {
                "ready" => new Ready(Text(root, "address"), Text(root, "certificate")),
                "warm" => new Warm(),
                "begun" => new Begun(),
                "figures" => new Figures(ReadFigures(root)),
                "failed" => new Failed(Text(root, "message") ?? "no reason given"),
                var other => new Nonsense(line, $"\"{other}\" is no kind of reply"),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException or KeyNotFoundException)
        {
            return new Nonsense(line, e.Message);
        }
    }

    private static string? Text(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) ? value.GetString() : null;

    private static ProcessFigures ReadFigures(JsonElement root) => new()
    {
        Values = Members(root, "values").ToDictionary(p => p.Name, p => Finite(p.Value)),
        Errors = Members(root, "errors").ToDictionary(p => p.Name, p => p.Value.GetInt32()),
        Latency = [.. Items(root, "latency_us").Select(b => (Finite(b[0]), b[1].GetInt64()))],
        Series = [.. Items(root, "series").Select(s => new SampledSeries(
            s.GetProperty("name").GetString()!,
            s.GetProperty("unit").GetString()!,
            [.. Items(s, "points").Select(p => (Finite(p[0]), Finite(p[1])))]))],
    };

    private static double Finite(JsonElement value) =>
        value.GetDouble() is var number && double.IsFinite(number) ? number : throw new FormatException($"{value} is not a finite number");

    private static IEnumerable<JsonProperty> Members(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) ? value.EnumerateObject() : [];

    private static IEnumerable<JsonElement> Items(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) ? value.EnumerateArray() : [];
}
