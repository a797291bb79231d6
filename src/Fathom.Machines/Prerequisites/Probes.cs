using System.Text.RegularExpressions;

namespace Fathom.Machines.Prerequisites;

/// <summary>Makes the probes and remedies that several prerequisites share.</summary>
internal static partial class Probes
{
    /// <summary>A prerequisite of the tests that is one program.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="name">Its name.</param>
    /// <param name="tests">The tests that need it, as in "the tests with curl".</param>
    /// <param name="remedy">How to get it.</param>
    /// <param name="names">The program's names, the preferred one first.</param>
    /// <param name="versionFlag">Makes it print its version.</param>
    public static Prerequisite TestProgram(
        string id, string name, string tests, string remedy, IReadOnlyList<string> names, string versionFlag = "--version") => new()
        {
            Id = id,
            Name = name,
            Uses = [PrerequisiteUse.Development],
            Without = Skipped(tests),
            Remedy = remedy,
            Probe = (machine, cancellation) => ProgramAsync(machine, names, versionFlag, cancellation),
        };

    /// <summary>What tests do without a prerequisite.</summary>
    public static string Skipped(string tests) => $"Without it {tests} are skipped.";

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

    // With -c the first folder of imports is the current one, and Python would run whatever module lies there.
    private const string NotFromHere = "import sys; sys.path.remove('') if '' in sys.path else None";

    /// <summary>Looks for a python3 that imports modules: the first of PATH, else the system's, whose packages are Debian's.</summary>
    public static async Task<ProbeOutcome> PythonAsync(IMachine machine, string statement, CancellationToken cancellation)
    {
        var candidates = new[] { machine.FindExecutable("python3"), "/usr/bin/python3" }.OfType<string>().Distinct();
        var any = false;
        foreach (var python in candidates)
        {
            if (await machine.RunAsync(python, ["-c", $"{NotFromHere}; {statement}; print(sys.version)"], cancellation) is { } run)
            {
                any = true;
                if (run.ExitCode == 0)
                {
                    return ProbeOutcome.Present($"Python {VersionIn(run.Output)}", python);
                }
            }
        }

        return ProbeOutcome.Missing(any ? $"python3 fails on '{statement}'" : "no python3 on PATH");
    }

    /// <summary>The first version number in a text; empty for none.</summary>
    public static string VersionIn(string text) => VersionNumber().Match(text).Value;

    // A date of six or more digits is a version too: ping from iputils 20221126.
    [GeneratedRegex(@"\d+(?:\.\d+)+|\d{6,}")]
    private static partial Regex VersionNumber();
}
