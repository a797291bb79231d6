using System.Text.RegularExpressions;
using Fathom.Lab.Studies;
using Fathom.TestKit;
using Fathom.Tests.Cli;

namespace Fathom.Tests.House;

/// <summary>Commands and flags that the pages show exist.</summary>
public partial class DocsCommandsTests
{
    // Flags of other programs, which the pages name as well.
    private static readonly string[] OthersFlags =
    [
        "--http2-prior-knowledge", "--project", "--filter",
    ];

    private static readonly string[][] Commands =
    [
        ["run"], ["check"], ["link"], ["serve", "blob"], ["serve", "kestrel"], ["serve", "mediator"], ["serve", "native"], ["report"],
        ["proto", "export"], ["mediator", "invite"], ["mediator", "graph"],
    ];

    public static TheoryData<string> Pages =>
        [.. Repository.Files("*.md").Select(f => Path.GetRelativePath(Repository.Root, f)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Every_command_line_of_a_page_is_one_that_fathom_accepts(string page)
    {
        foreach (var line in CommandLines(await File.ReadAllTextAsync(Repository.PathOf(page))))
        {
            // What follows "--" belongs to another program.
            var words = Word().Matches(line).Select(m => m.Value.Trim('"', '\'')).TakeWhile(w => w is not ("--" or "|" or "&&" or "#"))
                .ToList();
            var verb = words.TakeWhile(w => Verb().IsMatch(w)).ToArray();
            if (verb.Length == 0)
            {
                continue;
            }

            var command = Commands.FirstOrDefault(c => verb.Take(c.Length).SequenceEqual(c) || (verb.Length == 1 && c[0] == verb[0]));
            var help = command is null ? "" : (await CommandLine.RunAsync([.. command, "--help"])).Out;
            help.ShouldNotBeEmpty($"{page}: fathom {line}");
            foreach (var flag in words.Where(w => w.StartsWith("--", StringComparison.Ordinal))
                .Select(w => Flag().Match(w).Value.Replace("--up-", "--", StringComparison.Ordinal)
                    .Replace("--down-", "--", StringComparison.Ordinal)))
            {
                help.ShouldMatch($@"(?<![\w-]){flag}(?![\w-])", $"{page}: fathom {line}");
            }

            CheckStudies(page, command![0], words);
        }
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Every_flag_that_a_page_names_is_there(string page)
    {
        var known = new HashSet<string>(OthersFlags);
        foreach (var command in Commands)
        {
            known.UnionWith(Flag().Matches((await CommandLine.RunAsync([.. command, "--help"])).Out).Select(m => m.Value));
        }

        // Flags of subjects, which the protocol's page names.
        foreach (var folder in new[] { "subjects", "src/Fathom.SubjectProtocol" })
        {
            known.UnionWith(Directory.GetFiles(Repository.PathOf(folder), "*.cs", SearchOption.AllDirectories)
                .SelectMany(f => DeclaredFlag().Matches(File.ReadAllText(f))).Select(m => m.Groups[1].Value));
        }

        foreach (var span in CodeSpan().Matches(await File.ReadAllTextAsync(Repository.PathOf(page))).Select(m => m.Groups[1].Value))
        {
            foreach (var flag in Flag().Matches(span).Select(m => m.Value))
            {
                // The help of a link lists a flag of one direction under the name for both.
                known.ShouldContain(f => f == flag || (
                    f == flag.Replace("--up-", "--", StringComparison.Ordinal).Replace("--down-", "--", StringComparison.Ordinal)),
                        $"{page}: `{span}`");
            }
        }
    }

    private static void CheckStudies(string page, string verb, List<string> words)
    {
        if (verb != "run")
        {
            return;
        }

        // Values of flags are no studies: those of --level are checked by their factor.
        for (var i = 1; i < words.Count; i++)
        {
            if (words[i].StartsWith("--", StringComparison.Ordinal))
            {
                i++;
                if (words[i - 1] == "--level" && words[i].Split('=') is [var factor, var levels] && factor != "FACTOR")
                {
                    StudyCatalog.All.SelectMany(s => Enum.GetValues<Profile>().SelectMany(p => s.Factors(p)))
                        .ShouldContain(f => f.Name == factor && levels.Split(',').All(f.LevelNames.Contains),
                            $"{page}: --level {words[i]}");
                }
            }
            else if (!words[i].StartsWith('[') && words[i] != "\\")
            {
                StudyCatalog.All.Select(s => s.Name).ShouldContain(words[i], $"{page}: fathom {string.Join(' ', words)}");
            }
        }
    }

    // `fathom ...` in a sentence, and lines of blocks that begin with it or with the project that is it.
    private static IEnumerable<string> CommandLines(string text)
    {
        var joined = text.Replace("\\\n", " ", StringComparison.Ordinal);
        return CodeSpan().Matches(Block().Replace(joined, "")).Select(m => m.Groups[1].Value)
            .Concat(Block().Matches(joined).SelectMany(m => m.Groups[1].Value.Split('\n')))
            .Select(line => Start().Match(line.Trim())).Where(m => m.Success).Select(m => m.Groups[1].Value);
    }

    [GeneratedRegex(@"^(?:fathom|dotnet run (?:-c Release )?--project src/Fathom\.Cli --) +(.+)$")]
    private static partial Regex Start();

    [GeneratedRegex(@"^ *```\w*\n(.*?)^ *```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Block();

    [GeneratedRegex("`([^`\n]+)`")]
    private static partial Regex CodeSpan();

    [GeneratedRegex(@"(?<![\w-])--[a-z][a-z0-9-]*")]
    private static partial Regex Flag();

    [GeneratedRegex("\"(--[a-z][a-z0-9-]*)\"")]
    private static partial Regex DeclaredFlag();

    [GeneratedRegex("^[a-z]+$")]
    private static partial Regex Verb();

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|\S+
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Word();
}
