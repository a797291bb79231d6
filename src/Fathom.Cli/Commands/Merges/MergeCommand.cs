using System.CommandLine;
using Fathom.Cli.Commands.Loads;
using Fathom.Cli.Settings;
using Fathom.Records;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Merges;

/// <summary><c>fathom merge FILE...</c>: the record of a plan from those of its parts.</summary>
internal sealed class MergeCommand : ICommandDefinition
{
    private static readonly string[] Outputs = ["summary", "json", "junit", "csv", "prometheus"];

    public string Name => "merge";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom load my-service:443 --call my.Shop/Buy -r 90000 -z 60s --shard 1/3", "On the first of three machines."),
        new("fathom merge part-*/load.json -o all", "The record and the page of all three."),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "Counts and histograms add exactly: percentiles are those of all calls together. Thresholds are judged again.",
        "A part that is missing, or began long after the others, makes the record invalid, and the exit code is 4.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var files = new Argument<string[]>("FILE")
        {
            Description = "Records that 'fathom load --shard I/N' wrote.",
            Arity = ArgumentArity.OneOrMore,
        };
        var folder = SettingOption.One("--out", "The folder for record and page. Default fathom-out.", "DIR", "fathom-out", settings,
            SettingReader.Text, "-o");
        var output = SettingOption.One("--output", "What standard output gets. Default summary.", string.Join('|', Outputs), "summary",
            settings, (where, value) => SettingReader.OneOf(where, value, "an output", Outputs));
        var command = new Command("merge", "Add the records of the parts of one plan of load.") { files, folder, output };
        command.SetAction((parsed, _) =>
        {
            var record = Merge([.. parsed.GetRequiredValue(files).Select(f => (f, Read(Path.Combine(console.Folder, f))))]);
            var path = Path.Combine(console.Folder, parsed.GetValue(folder)!);
            var lost = LoadFiles.TryWrite(path, record);
            LoadOutput.Write(console, record, parsed.GetValue(output)!, lost is null ? LoadFiles.Describe(console, path) : "not written");
            if (lost is not null)
            {
                throw lost;
            }

            return Task.FromResult(LoadFiles.ExitCodeOf(record));
        });
        return command;
    }

    private static LoadRecord Merge(IReadOnlyList<(string File, LoadRecord Record)> parts)
    {
        if (MergeChecks.RefusalOf(parts) is { } refusal)
        {
            throw CommandException.Usage($"FILE: {refusal}");
        }

        try
        {
            return LoadMerge.Of([.. parts.Select(p => p.Record)]);
        }
        catch (FormatException e)
        {
            throw CommandException.Usage($"FILE: a record is damaged: {e.Message}");
        }
    }

    private static LoadRecord Read(string file)
    {
        try
        {
            return LoadRecordJson.Read(file);
        }
        catch (RunRecordException e)
        {
            throw CommandException.Usage(e.Message);
        }
    }
}
