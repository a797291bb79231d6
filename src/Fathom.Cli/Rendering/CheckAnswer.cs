using System.Text.Json.Serialization;

namespace Fathom.Cli.Rendering;

/// <summary>What <c>fathom check --output json</c> writes.</summary>
internal sealed record CheckAnswer(bool Ready, IReadOnlyList<string> StoppedCommands, IReadOnlyList<CheckedPrerequisite> Prerequisites);

/// <summary>A prerequisite in it.</summary>
internal sealed record CheckedPrerequisite(string Id, string Name, IReadOnlyList<string> Uses, bool Present, string Found,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] string? Without,
    IReadOnlyList<string> StopsCommands,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] string? Remedy);
