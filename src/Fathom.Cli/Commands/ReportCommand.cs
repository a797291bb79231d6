using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Lab.Reports;
using Fathom.Lab.Results;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom report FILE...</c>: the HTML page from records.</summary>
internal static class ReportCommand
{
    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var files = new Argument<string[]>("FILE") { Description = "records that 'fathom run' wrote", Arity = ArgumentArity.OneOrMore };
        var output = SettingOption.One("--out", "the page to write", "FILE", "report.html", settings, SettingReader.Text);
        output.Aliases.Add("-o");
        var command = new Command("report", "Write the HTML page of one or several run records.") { files, output };
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
