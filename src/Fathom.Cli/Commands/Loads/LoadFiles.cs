using Fathom.Records.Reports.Loads;
using Fathom.Records;
using Fathom.Records.Loads;
using Fathom.Load.Grpc.Calls;

namespace Fathom.Cli.Commands.Loads;

/// <summary>What becomes of a record: its files, and the exit code.</summary>
internal static class LoadFiles
{
    /// <summary>Writes record and page to a folder.</summary>
    /// <returns>Why they could not be written, to be thrown when the figures are shown; null where they were.</returns>
    public static CommandException? TryWrite(string folder, LoadRecord record)
    {
        var lost = "load.json and load.html";
        try
        {
            LoadRecordJson.Write(Path.Combine(folder, "load.json"), record);
            lost = "load.html";
            LoadReport.WriteFile(Path.Combine(folder, "load.html"), record);
        }
        catch (RunRecordException e)
        {
            return CommandException.Missing($"{e.Message} Not written: {lost}; the figures are what was shown");
        }

        return null;
    }

    /// <summary>Where record and page are, as the user would open them.</summary>
    public static string Describe(FathomConsole console, string folder) =>
        $"{console.Shown(Path.Combine(folder, "load.json"))}, {console.Shown(Path.Combine(folder, "load.html"))}";

    /// <summary>1 for a reply that is not the expected one, no successful call, or a threshold that did not hold; 4 for an invalid run,
    /// whose thresholds say nothing.</summary>
    public static int ExitCodeOf(LoadRecord record) =>
        record.Failed == record.Calls || record.Outcomes.ContainsKey(CallOutcomes.NameOf(CallOutcomes.WrongReply))
            ? ExitCode.NotHeld
        : !record.Valid ? ExitCode.Invalid
        : record.Thresholds.Any(t => !t.Holds) ? ExitCode.NotHeld : ExitCode.Done;
}
