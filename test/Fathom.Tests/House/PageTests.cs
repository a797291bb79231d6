using System.Reflection;
using System.Text.RegularExpressions;
using Fathom.TestKit;
using Fathom.Wire.Http2;

namespace Fathom.Tests.House;

/// <summary>What the pages name exists.</summary>
public partial class PageTests
{
    public static TheoryData<string> Pages => [.. Repository.Files("*.md").Select(f => Path.GetRelativePath(Repository.Root, f))];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_link_to_a_file_leads_somewhere(string page)
    {
        var path = Repository.PathOf(page);
        foreach (var target in Link().Matches(File.ReadAllText(path)).Select(m => m.Groups[1].Value.Split('#')[0]))
        {
            if (target.Length > 0 && !target.Contains("://", StringComparison.Ordinal))
            {
                Path.Exists(Path.Combine(Path.GetDirectoryName(path)!, target)).ShouldBeTrue($"{page} links to {target}");
            }
        }
    }

    [Fact]
    public void Every_type_and_folder_that_the_architecture_names_exists()
    {
        var page = File.ReadAllText(Repository.PathOf("ARCHITECTURE.md"));
        var types = Repository.Files("*.cs").SelectMany(f => DeclaredType().Matches(File.ReadAllText(f)).Select(m => m.Groups[1].Value))
            .ToHashSet();
        foreach (var name in OwnedType().Matches(page).Select(m => m.Groups[1].Value))
        {
            types.ShouldContain(name, $"ARCHITECTURE.md speaks of `{name}`");
        }

        foreach (var path in NamedPath().Matches(page).Select(m => m.Groups[1].Value).Where(p => !Placeholder().IsMatch(p)))
        {
            Path.Exists(Repository.PathOf(path)).ShouldBeTrue($"ARCHITECTURE.md speaks of `{path}`");
        }
    }

    [Fact]
    public void Every_project_is_in_the_map_of_the_house()
    {
        var page = File.ReadAllText(Repository.PathOf("ARCHITECTURE.md"));
        foreach (var project in Repository.Files("*.csproj").Where(p => !p.Contains("/bench/", StringComparison.Ordinal)))
        {
            page.ShouldContain(Path.GetFileName(Path.GetDirectoryName(project)!));
        }
    }

    [Fact]
    public void Every_folder_in_the_map_of_the_house_exists()
    {
        var map = File.ReadAllText(Repository.PathOf("ARCHITECTURE.md")).Split("```")[1];
        var project = "";
        var folders = 0;
        foreach (var line in map.Split('\n').SkipWhile(l => l != "src/").Skip(1).TakeWhile(l => l.StartsWith(' ')))
        {
            project = MappedProject().Match(line) is { Success: true } match ? match.Groups[1].Value : project;
            foreach (var folder in MappedFolder().Matches(line).Select(m => m.Groups[1].Value))
            {
                Directory.Exists(Repository.PathOf($"src/{project}/{folder}")).ShouldBeTrue($"src/{project}/{folder}");
                folders++;
            }
        }

        folders.ShouldBeGreaterThan(30);
    }

    [Fact]
    public void Every_limit_of_a_connection_is_on_the_transports_page()
    {
        var page = File.ReadAllText(Repository.PathOf("docs/native-transport.md"));
        foreach (var limit in typeof(Http2Limits).GetProperties(BindingFlags.Public | BindingFlags.Instance).Select(p => p.Name))
        {
            page.ShouldContain(limit);
        }
    }

    [GeneratedRegex(@"^  (Fathom\.[\w.]+)/")]
    private static partial Regex MappedProject();

    [GeneratedRegex(@" ([A-Z][A-Za-z0-9]+)/(?= |$)")]
    private static partial Regex MappedFolder();

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\b(?:class|record|struct|interface|enum)\s+(?:struct\s+|class\s+)?([A-Z]\w+)")]
    private static partial Regex DeclaredType();

    [GeneratedRegex(@"`([A-Z][a-z]+[A-Z]\w+)`")]
    private static partial Regex OwnedType();

    // docs/findings/ID.md, subjects/NAME/
    [GeneratedRegex(@"\b(?:ID|NAME|STUDY)\b")]
    private static partial Regex Placeholder();

    [GeneratedRegex(@"`((?:src|samples|subjects|test|docs|bench)/[\w./-]*)`")]
    private static partial Regex NamedPath();
}
