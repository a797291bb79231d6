using System.Text.RegularExpressions;

namespace Fathom.Machines.Prerequisites;

/// <summary>Makes the probes and remedies that several prerequisites share.</summary>
internal static partial class Probes
{
    /// <summary>A remedy by package managers.</summary>
    public static string Install(string debian, string? fedora = null, string? homebrew = null) =>
        $"Debian, Ubuntu: apt-get install {debian}{(fedora is null ? "" : $"; Fedora: dnf install {fedora}")}"
            + $"{(homebrew is null ? "" : $"; macOS: brew install {homebrew}")}.";

    /// <summary>Looks for a program, and runs it to get its version.</summary>
    public static async Task<ProbeOutcome> ProgramAsync(
        IMachine machine, IReadOnlyList<string> names, string versionFlag, CancellationToken cancellation)
    {
        if (machine.FindExecutable(names) is not { } program)
        {
            return ProbeOutcome.Missing(
                $"no {(names.Count == 1 ? names[0] : $"{string.Join(", ", names.SkipLast(1))} or {names[^1]}")} on PATH");
        }

        return await machine.RunAsync(program, [versionFlag], cancellation) switch
        {
            { ExitCode: 0 } run => ProbeOutcome.Present(VersionIn(run.Output), program),
            { } run => ProbeOutcome.Missing($"{names[0]} is installed, and ends with exit code {run.ExitCode} on {versionFlag}"),
            null => ProbeOutcome.Missing($"{names[0]} is installed, and does not start"),
        };
    }

    /// <summary>The first version number in a text; empty for none.</summary>
    public static string VersionIn(string text) => VersionNumber().Match(text).Value;

    // A date of six or more digits is a version too: ping from iputils 20221126.
    [GeneratedRegex(@"\d+(?:\.\d+)+|\d{6,}")]
    private static partial Regex VersionNumber();
}
