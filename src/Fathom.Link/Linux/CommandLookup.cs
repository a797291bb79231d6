namespace Fathom.Link.Linux;

/// <summary>Finds programs as a shell does.</summary>
internal static class CommandLookup
{
    /// <summary>The path of <paramref name="command"/>: unchanged if it contains a folder, else the first executable on PATH. Null if there
    /// is none.</summary>
    public static string? Find(string command)
    {
        if (command.Length == 0)
        {
            return null;
        }

        var candidates = command.Contains('/', StringComparison.Ordinal)
            ? [Path.GetFullPath(command)]
            : (Environment.GetEnvironmentVariable("PATH") ?? "/usr/bin:/bin").Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, command));
        return candidates.FirstOrDefault(MayRun);
    }

    private static bool MayRun(string path) => !OperatingSystem.IsWindows() && File.Exists(path)
        && (File.GetUnixFileMode(path) & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)) != 0;
}
