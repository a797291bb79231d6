using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.Cli.Rendering;

/// <summary>What <c>fathom check --output json</c> writes.</summary>
internal sealed record CheckAnswer(bool Ready, IReadOnlyList<string> StoppedCommands, IReadOnlyList<CheckedPrerequisite> Prerequisites);

/// <summary>A prerequisite in it.</summary>
internal sealed record CheckedPrerequisite(string Id, string Name, IReadOnlyList<string> Uses, bool Present, string Found, string? Without,
    IReadOnlyList<string> StopsCommands, string? Remedy);

/// <summary>Its generated JSON serializer.</summary>
[JsonSerializable(typeof(CheckAnswer))]
internal sealed partial class CheckJson : JsonSerializerContext
{
    /// <summary>For people too: quotes and apostrophes stay readable. The text goes to a terminal or a file, not into a page.</summary>
    public static CheckJson Indented { get; } = new(new JsonSerializerOptions
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    });
}
