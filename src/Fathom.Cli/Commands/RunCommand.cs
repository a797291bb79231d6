using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Lab.Studies;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom run [STUDY...]</c></summary>
internal static class RunCommand
{
    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var studies = new Argument<string[]>("STUDY")
        {
            Description =
                $"what to run; every study there is when none is named: {string.Join(", ", StudyCatalog.All.Select(s => s.Name))}",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var profile = SettingOption.One("--profile", "quick: one factor at a time around the published baseline; full: the product",
            "quick|full",
            "quick", settings, (where, value) => SettingReader.OneOf(where, value, "a profile", ["quick", "full"]));
        var seed = SettingOption.One("--seed", "decides the order of trials and every resampling; the same seed gives the same plan", "N",
            1, settings, (where, value) => SettingReader.WholeNumber(where, value, 0, int.MaxValue));
        var output = SettingOption.One("--out", "folder for the records and the report", "DIR", "fathom-out", settings, SettingReader.Text);
        output.Aliases.Add("-o");
        var level = SettingOption.Many("--level", "keep only trials with these levels of a factor; repeatable", "FACTOR=LEVEL[,LEVEL]",
            settings, LevelRestriction.Read);
        var quiet = SettingOption.Switch("--quiet", "no progress", settings, "-q");

        var command = new Command("run", "Run studies: measure, name the cause, prove it by changing one factor, show the fix.")
        {
            studies, profile, seed, output, level, quiet,
        };
        command.SetAction((parsed, _) => new StudySession(console, new StudySessionOptions
        {
            Studies = Chosen(parsed.GetValue(studies) ?? []),
            Profile = Enum.Parse<Profile>(parsed.GetValue(profile)!, ignoreCase: true),
            Seed = parsed.GetValue(seed),
            Folder = Path.Combine(console.Folder, parsed.GetValue(output)!),
            Restrictions = LevelRestriction.Combine(parsed.GetValue(level) ?? []),
            Quiet = parsed.GetValue(quiet),
            Named = parsed.GetValue(studies) is { Length: > 0 },
        }).RunAsync());
        return command;
    }

    private static List<StudySpec> Chosen(string[] names)
    {
        var known = StudyCatalog.All.Select(s => s.Name).ToList();
        var unknown = names.Where(n => !known.Contains(n)).ToList();
        return unknown.Count > 0
            ? throw CommandException.Usage(string.Join(
                Environment.NewLine, unknown.Select(n => DidYouMean.Refusal("STUDY: ", n, "a study", known))))
            : names.Length == 0 ? [.. StudyCatalog.All] : [.. StudyCatalog.All.Where(s => names.Contains(s.Name))];
    }
}
