namespace Fathom.Contracts.Generator.Diagnostics;

/// <summary>Where a diagnostic is listed and explained.</summary>
internal static class DiagnosticPage
{
    public const string Category = "Fathom.Contracts";

    public static string Page(string id) => $"docs/diagnostics/{id}.md";
}
