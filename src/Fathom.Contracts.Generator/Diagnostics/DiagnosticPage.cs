namespace Fathom.Contracts.Generator.Diagnostics;

/// <summary>The category and the documentation page of a diagnostic.</summary>
internal static class DiagnosticPage
{
    public const string Category = "Fathom.Contracts";

    public static string Page(string id) => $"docs/diagnostics/{id}.md";
}
