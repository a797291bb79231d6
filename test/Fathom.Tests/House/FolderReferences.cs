using System.Text.RegularExpressions;

namespace Fathom.Tests.House;

/// <summary>The files of a project, and which of its folders references which.</summary>
internal static partial class FolderReferences
{
    // The first folder below the project is the unit: what lies deeper belongs to it.
    public static Dictionary<string, HashSet<string>> FolderEdges(string project)
    {
        var name = Path.GetFileName(project);
        var edges = new Dictionary<string, HashSet<string>>();
        foreach (var file in Sources(project))
        {
            var folder = Path.GetRelativePath(project, file).Split(Path.DirectorySeparatorChar) is [var first, _, ..] ? first : "";
            var targets = Usings(file)
                .Where(u => u.StartsWith(name + ".", StringComparison.Ordinal))
                .Select(u => u[(name.Length + 1)..].Split('.')[0])
                .Where(target => target != folder);
            edges.TryAdd(folder, []);
            edges[folder].UnionWith(targets);
        }

        return edges;
    }

    /// <summary>The namespaces that a file names in its using directives.</summary>
    public static IEnumerable<string> Usings(string file) => Using().Matches(File.ReadAllText(file)).Select(m => m.Groups[1].Value);

    public static IEnumerable<string> Sources(string project) => Directory.GetFiles(project, "*.cs", SearchOption.AllDirectories);

    [GeneratedRegex(@"^(?:global )?using (?:static )?(?:\w+ = )?([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex Using();
}
