using System.Text.RegularExpressions;
using Fathom.Studies;
using Fathom.TestKit;
using static Fathom.Tests.House.DocumentedCommands;

namespace Fathom.Tests.House;

/// <summary>Command lines that the pages show are accepted.</summary>
public partial class DocsCommandsTests
{
    [Theory]
    [MemberData(nameof(Pages), MemberType = typeof(DocumentedCommands))]
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
            var help = command is null ? "" : await HelpOfAsync(command);
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

    [GeneratedRegex("^[a-z]+$")]
    private static partial Regex Verb();

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|\S+
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Word();
}
