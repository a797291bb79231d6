using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Records;

namespace Fathom.Cli.Commands.Comparisons;

/// <summary><c>fathom compare BEFORE AFTER</c>: two records of a study, of load or of a doctor side by side, tested.</summary>
internal sealed class CompareCommand : ICommandDefinition
{
    public string Name => "compare";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom compare before/channels.json after/channels.json", "what became of every trial, and of the causes"),
        new("fathom compare before/load.json after/load.json", "rate, failed calls and latencies of two runs of load"),
        new("fathom compare before/doctor.json after/doctor.json", "whether a fix helped, and which causes are gone"),
        new("fathom compare before/lag.json after/lag.json --fail-on worse", "exit code 1 where something is worse"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "A ratio is the figure after, divided by the figure before, with an interval. All comparisons together have a probability of at "
            + "most 5 % of one or more false differences; --only and --metric make them fewer, and each of them sharper.",
        "Of load, intervals come from blocks of seconds of each run. Of a doctor, the runs of the unchanged program are compared.",
        "Records of different kinds, studies, profiles, calls, plans, programs or machines are refused.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var before = new Argument<string>("BEFORE") { Description = "The earlier record, such as before/channels.json." };
        var after = new Argument<string>("AFTER") { Description = "The later record." };
        var metrics = SettingOption.Many("--metric",
            "Compare this metric, such as wall_ms, or latency_p99 of load. Repeatable. Default: what the findings compare; all of load.",
            "ID", settings, SettingReader.Text);
        var levels = SettingOption.Many("--only", "Compare only trials with these levels of a factor. Repeatable.",
            "FACTOR=LEVEL[,LEVEL]", settings, LevelRestriction.Read);
        var output = SettingOption.Form(settings, "text", "json", "junit");
        var failOn = SettingOption.Word("--fail-on", "Exit code 1 where a metric is worse.", "a verdict", ["worse"], settings);
        var command = new Command("compare", "Show what changed between two records, and how certain that is.")
        {
            before, after,
        };
        command.AddAll([metrics, levels, output, failOn]);
        command.SetAction((parsed, _) =>
        {
            var given = new ComparisonOptions(
                parsed.GetRequiredValue(before), parsed.GetRequiredValue(after), parsed.GetRequiredValue(metrics),
                LevelRestriction.Combine(parsed.GetRequiredValue(levels)), parsed.GetValue(output)!);
            return Task.FromResult(Compare(console, given) && parsed.GetValue(failOn) is not null ? ExitCode.NotHeld : ExitCode.Done);
        });
        return command;
    }

    // Whether something is worse.
    private static bool Compare(FathomConsole console, ComparisonOptions given)
    {
        try
        {
            var (before, after) = (Of(console, given.Before), Of(console, given.After));
            return before != after
                ? throw CommandException.Usage($"compare: the records cannot be compared: {given.Before} is a record of {before.Text()}, "
                    + $"{given.After} is one of {after.Text()}; two records of a kind are accepted")
                : before switch
                {
                    RecordKind.Load => LoadComparison.Show(console, given),
                    RecordKind.Doctor => DoctorComparison.Show(console, given),
                    _ => StudyComparison.Show(console, given),
                };
        }
        catch (RunRecordException e)
        {
            throw CommandException.Usage(e.Message);
        }
    }

    private static RecordKind Of(FathomConsole console, string file) => RecordKinds.Of(Path.Combine(console.Folder, file));
}
