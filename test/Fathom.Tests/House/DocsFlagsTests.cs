using System.Text.RegularExpressions;
using Fathom.TestKit;
using static Fathom.Tests.House.DocumentedCommands;

namespace Fathom.Tests.House;

/// <summary>Flags that the pages name exist.</summary>
public partial class DocsFlagsTests
{
    // Flags of other programs, which the pages name as well.
    private static readonly string[] OthersFlags =
    [
        "--http2-prior-knowledge", "--project", "--filter",
    ];

    private static readonly Lazy<Task<HashSet<string>>> Known = new(KnownAsync);

    [Theory]
    [MemberData(nameof(Pages), MemberType = typeof(DocumentedCommands))]
    public async Task Every_flag_that_a_page_names_is_there(string page)
    {
        var known = await Known.Value;
        foreach (var span in CodeSpan().Matches(await File.ReadAllTextAsync(Repository.PathOf(page))).Select(m => m.Groups[1].Value))
        {
            foreach (var flag in Flag().Matches(span).Select(m => m.Value).Where(flag => !known.Contains(flag)))
            {
                // The help of a link lists a flag of one direction under the name for both.
                known.ShouldContain(flag.Replace("--up-", "--", StringComparison.Ordinal)
                    .Replace("--down-", "--", StringComparison.Ordinal), $"{page}: `{span}`");
            }
        }
    }

    private static async Task<HashSet<string>> KnownAsync()
    {
        var known = new HashSet<string>(OthersFlags);
        foreach (var command in Commands)
        {
            known.UnionWith(Flag().Matches(await HelpOfAsync(command)).Select(m => m.Value));
        }

        // Flags of subjects, which the protocol's page names.
        foreach (var folder in new[] { "subjects", "src/Fathom.SubjectProtocol" })
        {
            known.UnionWith(Directory.GetFiles(Repository.PathOf(folder), "*.cs", SearchOption.AllDirectories)
                .SelectMany(f => DeclaredFlag().Matches(File.ReadAllText(f))).Select(m => m.Groups[1].Value));
        }

        return known;
    }

    [GeneratedRegex("\"(--[a-z][a-z0-9-]*)\"")]
    private static partial Regex DeclaredFlag();
}
