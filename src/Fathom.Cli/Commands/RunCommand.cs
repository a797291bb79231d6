using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Studies;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom run [STUDY...]</c>: runs studies.</summary>
internal sealed class RunCommand : ICommandDefinition
{
    public string Name => "run";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom run", "every study, in a few minutes"),
        new("fathom run channels lag", "two studies"),
        new("fathom run channels --level call=async", "only trials with awaited calls"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "The output folder gets one record per study (STUDY.json) and one page for all, report.html. Ctrl-C keeps the measurements so far.",
        "A study that needs what this machine lacks is left out, unless it was named; see 'fathom check'.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var studies = new Argument<string[]>("STUDY")
        {
            Description = $"The studies to run: {string.Join(", ", StudyCatalog.All.Select(s => s.Name))}. Default: all.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var profile = SettingOption.One("--profile",
            "quick changes one factor at a time around the published baseline; full runs every combination. Default quick.",
            "quick|full", "quick", settings, (where, value) => SettingReader.OneOf(where, value, "a profile", ["quick", "full"]));
        var seed = SettingOption.One("--seed",
            "Seed of the order of trials and of resampling: the same seed gives the same plan. Default 1.", "N",
            1, settings, (where, value) => SettingReader.WholeNumber(where, value, 0, int.MaxValue));
        var output = SettingOption.One("--out", "The folder for records and report. Default fathom-out.", "DIR", "fathom-out", settings,
            SettingReader.Text, "-o");
        var level = SettingOption.Many("--level", "Run only trials with these levels of a factor. Repeatable.",
            "FACTOR=LEVEL[,LEVEL]", settings, LevelRestriction.Read);
        var form = SettingOption.Form(settings, "text", "json");
        var quiet = SettingOption.Switch("--quiet", "Show no progress.", settings, "-q");
        var verbose = SettingOption.Switch("--verbose", "After a study, show every finding and the published tables, too.", settings,
            "-v");

        var command = new Command("run", "Run studies: measure, name the cause, prove it by changing one factor, show the fix.")
        {
            studies, profile, seed, output, level, form, quiet, verbose,
        };
        command.SetAction((parsed, _) => new StudySession(console, new StudySessionOptions
        {
            Studies = Chosen(parsed.GetValue(studies) ?? []),
            Profile = Enum.Parse<Profile>(parsed.GetValue(profile)!, ignoreCase: true),
            Seed = parsed.GetValue(seed),
            Folder = Path.Combine(console.Folder, parsed.GetValue(output)!),
            Restrictions = LevelRestriction.Combine(parsed.GetValue(level) ?? []),
            IsJson = parsed.GetValue(form) == "json",
            Quiet = parsed.GetValue(quiet),
            Verbose = parsed.GetValue(verbose),
            Named = parsed.GetValue(studies) is { Length: > 0 },
        }).RunAsync());
        return command;
    }

    private static List<StudySpec> Chosen(string[] names)
    {
        var existing = StudyCatalog.All.Select(s => s.Name).ToList();
        var unknown = names.Where(n => !existing.Contains(n)).ToList();
        return unknown.Count > 0
            ? throw CommandException.Usage(string.Join(
                Environment.NewLine, unknown.Select(n => DidYouMean.Refusal("STUDY: ", n, "a study", existing))))
            : names.Length == 0 ? [.. StudyCatalog.All] : [.. StudyCatalog.All.Where(s => names.Contains(s.Name))];
    }
}
