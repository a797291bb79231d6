using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Cli.Settings;
using Fathom.TestKit;

namespace Fathom.Tests.Cli.Usage;

/// <summary>docs/from-grpcurl-and-ghz.md is true of the command line.</summary>
public partial class ForeignFlagPageTests
{
    private static readonly string[] Verdicts = ["same", "better", "other", "none"];

    public static TheoryData<string, string, string, string> Rows =>
        [.. from section in Regex.Split(Page(), "^## ", RegexOptions.Multiline)[1..]
            let command = section.StartsWith("ghz", StringComparison.Ordinal) ? "load" : "call"
            from line in section.Split('\n')
            let cells = line.Trim('|').Split('|', 3, StringSplitOptions.TrimEntries)
            where cells.Length == 3 && Verdicts.Contains(cells[1])
            from flag in cells[0].Split(", ")
            where flag.StartsWith('-')
            select (command, flag, cells[1], cells[2])];

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task A_flag_is_what_the_page_says(string command, string flag, string verdict, string use)
    {
        var here = Code().Match(use).Groups[1].Value;
        foreach (var named in Code().Matches(use).SelectMany(m => Regex.Matches(m.Groups[1].Value, "(?<= |^)--?[a-z][a-z-]*|-H"))
            .Select(m => m.Value))
        {
            Flags().ShouldContain(named, $"'{named}' of: {use}");
        }

        if (verdict is "same" or "better")
        {
            Flags().ShouldContain(here.Length > 0 ? here.Split(' ')[0] : use);
            return;
        }

        if (Flags().Contains(flag))
        {
            return;
        }

        string[] method = command == "load" ? ["--call", "a.B/C"] : ["a.B/C"];
        var line = await CommandLine.RunAsync([command, "127.0.0.1:1", .. method, flag, "5"]);
        line.ExitCode.ShouldBe(2);
        line.Error.ShouldStartWith($"fathom: {command}: '{flag}' is not a flag; ");
        line.Error.ShouldContain(here.Length > 0 ? here.Split(' ')[0] : use);
        line.Error.ShouldNotContain("one argument too many");
    }

    private static HashSet<string> Flags()
    {
        var console = new FathomConsole
        {
            Out = TextWriter.Null, Error = TextWriter.Null, OutIsTerminal = false, ErrorIsTerminal = false,
            Environment = new Dictionary<string, string>(), Time = TimeProvider.System, Folder = Path.GetTempPath(),
        };
        var layers = SettingLayers.Read([], console);
        return [.. CommandRegistry.All.SelectMany(c => c.Create(console, layers.Of(c.Name)).Options)
            .SelectMany(o => o.Aliases.Prepend(o.Name)), "--config", "--help", "--version"];
    }

    private static string Page() => File.ReadAllText(Repository.PathOf("docs/from-grpcurl-and-ghz.md"));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
