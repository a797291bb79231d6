using System.CommandLine;
using Fathom.Cli.Rendering;
using Fathom.Cli.Settings;
using Fathom.Lab.Changes;
using Fathom.Lab.Results;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom compare BEFORE AFTER</c>: two records of one study side by side, tested.</summary>
internal sealed class CompareCommand : ICommandDefinition
{
    public string Name => "compare";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom compare before/channels.json after/channels.json", "what became of every trial, and of the causes"),
        new("fathom compare before/lag.json after/lag.json --fail-on worse", "exit code 1 where something is worse"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "A ratio is the figure after, divided by the figure before, with an interval. All comparisons together have a probability of at "
            + "most 5 % of one or more false differences; --only and --metric make them fewer, and each of them sharper.",
        "Records of different studies, profiles or machines are refused.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var before = new Argument<string>("BEFORE") { Description = "The earlier record, such as before/channels.json." };
        var after = new Argument<string>("AFTER") { Description = "The later record." };
        var metrics = SettingOption.Many("--metric",
            "Compare this metric, such as wall_ms. Repeatable. Default: what the findings compare.", "ID", settings, SettingReader.Text);
        var levels = SettingOption.Many("--only", "Compare only trials with these levels of a factor. Repeatable.",
            "FACTOR=LEVEL[,LEVEL]", settings, LevelRestriction.Read);
        var output = SettingOption.One("--output", "Form of the output. Default text.", "text|json", "text", settings,
            (where, value) => SettingReader.OneOf(where, value, "a form of output", ["text", "json"]));
        var failOn = SettingOption.Word("--fail-on", "Exit code 1 where a metric is worse.", "a verdict", ["worse"], settings);
        var command = new Command("compare", "Show what changed between two records of a study, and how certain that is.")
        {
            before, after,
        };
        foreach (var option in new Option[] { metrics, levels, output, failOn })
        {
            command.Options.Add(option);
        }

        command.SetAction((parsed, _) =>
        {
            var restriction = LevelRestriction.Combine(parsed.GetRequiredValue(levels));
            var changes = Changes(
                Read(console, parsed.GetRequiredValue(before), restriction), Read(console, parsed.GetRequiredValue(after), restriction),
                parsed.GetRequiredValue(metrics));
            if (parsed.GetValue(output) == "json")
            {
                console.Out.WriteLine(ChangesJson.Write(changes.Changes));
            }
            else
            {
                ChangesView.Write(console.Results(), changes.Before, changes.Changes);
            }

            return Task.FromResult(parsed.GetValue(failOn) is not null && changes.Changes.Metrics.Any(m => m.Kind == ChangeKind.Worse)
                ? ExitCode.NotHeld : ExitCode.Done);
        });
        return command;
    }

    private static (RunRecord Before, RecordChanges Changes) Changes(RunRecord before, RunRecord after, IReadOnlyList<string> metrics)
    {
        if (Comparability.Refusals(before, after) is [_, ..] refusals)
        {
            throw CommandException.Usage($"compare: the records cannot be compared: {string.Join("; ", refusals)}");
        }

        try
        {
            return (before, RecordChanges.Between(before, after, metrics));
        }
        catch (ArgumentException e)
        {
            throw CommandException.Usage($"--metric: {e.Message.Split(" (Parameter")[0]}");
        }
    }

    private static RunRecord Read(FathomConsole console, string file, IReadOnlyDictionary<string, IReadOnlyList<string>> levels)
    {
        try
        {
            var record = RunRecordStore.ReadFile(Path.Combine(console.Folder, file));
            foreach (var (factor, wanted) in levels)
            {
                var known = record.Factors.FirstOrDefault(f => f.Name == factor) ?? throw CommandException.Usage(
                    $"--only: '{factor}' is no factor of {file}; accepted: {string.Join(", ", record.Factors.Select(f => f.Name))}");
                if (wanted.FirstOrDefault(l => !known.Levels.Contains(l)) is { } unknown)
                {
                    throw CommandException.Usage(
                        $"--only: '{unknown}' is no level of '{factor}' in {file}; accepted: {string.Join(", ", known.Levels)}");
                }
            }

            return record with
            {
                Trials = [.. record.Trials.Where(
                    t => levels.All(l => t.Factors.GetValueOrDefault(l.Key) is { } level && l.Value.Contains(level)))],
            };
        }
        catch (RunRecordException e)
        {
            throw CommandException.Usage(e.Message);
        }
    }
}
