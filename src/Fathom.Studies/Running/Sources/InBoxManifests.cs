using System.Reflection;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Running.Sources;

/// <summary>The manifests of Fathom's own subjects, as they stand beside their projects: they are part of this assembly, so that a command
/// line knows its servers before any of them is built.</summary>
public static class InBoxManifests
{
    private const string Prefix = "subjects/";

    /// <summary>All of them, in the order of their names.</summary>
    public static IReadOnlyList<SubjectManifest> All { get; } = Read();

    private static List<SubjectManifest> Read()
    {
        var assembly = Assembly.GetExecutingAssembly();
        return [.. assembly.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => Parse(assembly.GetManifestResourceStream(name)!)).OrderBy(manifest => manifest.Name, StringComparer.Ordinal)];
    }

    private static SubjectManifest Parse(Stream resource)
    {
        using var reader = new StreamReader(resource);
        return SubjectManifest.Parse(reader.ReadToEnd());
    }
}
