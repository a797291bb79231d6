using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Cli.Settings;
using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>Every command is in the registry once, has a help page, and has flags whose names in files and variables do not
/// clash.</summary>
public class CommandRegistryTests
{
    public static TheoryData<string> Names => [.. CommandRegistry.All.Select(c => c.Name), "", "mediator", "proto", "serve kestrel"];

    [Fact]
    public void Every_command_of_the_folder_is_in_the_registry()
    {
        var files = Directory.GetFiles(Repository.PathOf("src/Fathom.Cli/Commands"), "*Command.cs", SearchOption.AllDirectories)
            .Select(Path.GetFileNameWithoutExtension);
        CommandRegistry.All.Select(c => c.GetType().Name).ShouldBe(files, ignoreOrder: true);
        CommandRegistry.All.Select(c => c.Name).ShouldBeUnique();
    }

    [Fact]
    public void No_two_flags_share_a_variable_and_those_named_like_a_section_are_known()
    {
        var console = Console();
        var layers = SettingLayers.Read([], console);
        var flags = CommandRegistry.All.SelectMany(c => c.Create(console, layers.Of(c.Name)).Options, (c, o) => (c.Name, Flag: o.Name[2..]))
            .ToList();

        flags.Select(f => FlagIndex.VariableOf(f.Name, f.Flag)).Concat(flags.Select(f => FlagIndex.VariableOf("", f.Flag)).Distinct())
            .ShouldBeUnique();
        // Under its flat name such a flag is refused with where to write it: SettingsTests has the sentence.
        flags.Select(f => f.Flag).Intersect(CommandRegistry.All.Select(c => c.Name.Split(' ')[0])).Order(StringComparer.Ordinal)
            .ShouldBe(["call", "check", "proto"]);
        // Set by a link for the commands at its ends.
        flags.Select(f => FlagIndex.VariableOf(f.Name, f.Flag))
            .Intersect(["FATHOM_LINK_NEAR", "FATHOM_LINK_FAR", "FATHOM_LINK_AT_NEAR", "FATHOM_LINK_AT_FAR", "FATHOM_CONFIG"])
            .ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_help_page_of(string command)
    {
        var (exitCode, help, error) = await CommandLine.RunAsync([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);

        (exitCode, error).ShouldBe((0, ""));
        help.Split('\n').ShouldAllBe(line => line.Length <= 80);
        Snapshot.Matches(help.ReplaceLineEndings("\n"), $"help{(command.Length == 0 ? "" : $"-{command.Replace(' ', '-')}")}");
    }

    [Fact]
    public async Task Every_flag_has_a_sentence_in_the_help()
    {
        var console = Console();
        var layers = SettingLayers.Read([], console);
        foreach (var command in CommandRegistry.All)
        {
            var help = (await CommandLine.RunAsync([.. command.Name.Split(' '), "--help"])).Out;
            foreach (var option in command.Create(console, layers.Of(command.Name)).Options.Where(o => !o.Hidden))
            {
                help.ShouldContain(option.Name);
                option.Description!.ShouldMatch("^[A-Za-z].*\\.$", $"{command.Name} {option.Name}");
            }
        }
    }

    private static FathomConsole Console() => new()
    {
        Out = TextWriter.Null,
        Error = TextWriter.Null,
        OutIsTerminal = false,
        ErrorIsTerminal = false,
        Environment = new Dictionary<string, string>(),
        Time = TimeProvider.System,
        Folder = "",
    };
}
