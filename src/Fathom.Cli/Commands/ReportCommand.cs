using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Records.Reports;
using Fathom.Records;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom report FILE...</c>: writes the HTML page of run records.</summary>
internal sealed class ReportCommand : ICommandDefinition
{
    public string Name => "report";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom report fathom-out/channels.json", "writes report.html"),
        new("fathom report fathom-out/*.json --out all.html", "one page for several studies"),
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var files = new Argument<string[]>("FILE") { Description = "Records that 'fathom run' wrote.", Arity = ArgumentArity.OneOrMore };
        var output = SettingOption.One("--out", "The page to write. Default report.html.", "FILE", "report.html", settings,
            SettingReader.Text, "-o");
        var command = new Command("report", "Write the HTML page of one or more run records.") { files, output };
        command.SetAction((parsed, _) =>
        {
            var path = Path.Combine(console.Folder, parsed.GetValue(output)!);
            try
            {
                ReportFile.Write(path, [.. parsed.GetRequiredValue(files)
                    .Select(f => RunRecordStore.ReadFile(Path.Combine(console.Folder, f)))]);
            }
            catch (RunRecordException e)
            {
                throw CommandException.Usage(e.Message);
            }

            console.Out.WriteLine(path);
            return Task.FromResult(ExitCode.Done);
        });
        return command;
    }
}
