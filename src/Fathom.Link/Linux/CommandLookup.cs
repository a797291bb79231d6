namespace Fathom.Link.Linux;

/// <summary>Finds programs in the folders of PATH. Relative and empty entries are skipped: they would find whatever lies in the current
/// folder.</summary>
internal static class CommandLookup
{
    /// <summary>The full path of <paramref name="command"/>: that of the file if it contains a folder, else the first executable on PATH.
    /// Null if there is none.</summary>
    public static string? Find(string command)
    {
        if (command.Length == 0)
        {
            return null;
        }

        var candidates = command.Contains('/', StringComparison.Ordinal)
            ? [Path.GetFullPath(command)]
            : (Environment.GetEnvironmentVariable("PATH") ?? "/usr/bin:/bin").Split(':').Where(Path.IsPathFullyQualified)
            .Select(folder => Path.Combine(folder, command));
        return candidates.FirstOrDefault(MayRun);
    }

    private static bool MayRun(string path) => !OperatingSystem.IsWindows() && File.Exists(path)
        && (File.GetUnixFileMode(path) & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)) != 0;
}
