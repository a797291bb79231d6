namespace Fathom.Machines.Prerequisites;

/// <summary>
/// Finds programs as a shell does: in the folders of PATH, then in the folders of system programs, which only root's PATH has. On Windows a
/// name is also tried with the extensions of PATHEXT; elsewhere a file counts only where it may be executed.
/// </summary>
public static class ExecutableSearch
{
    // Debian installs nghttpd there.
    private static readonly string[] SystemFolders = OperatingSystem.IsWindows() ? [] : ["/usr/local/sbin", "/usr/sbin", "/sbin"];

    /// <summary>Whether a program is given by its name alone: the system looks for that in the current folder before PATH.</summary>
    /// <param name="program">A name or a path.</param>
    public static bool IsBareName(string program) => Path.GetFileName(program) == program;

    /// <summary>The full path of the first of several programs that this machine has; null where it has none of them.</summary>
    /// <param name="names">Names that do the same, the preferred one first: <c>chromium</c>, <c>google-chrome</c>.</param>
    public static string? Find(params IReadOnlyList<string> names) => FindIn(
        [.. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator), .. SystemFolders], names);

    /// <summary>The same in given folders, searched in their order. Empty and relative entries are passed over: they would find whatever
    /// lies in the current folder.</summary>
    /// <param name="folders">Absolute paths.</param>
    /// <param name="names">As in <see cref="Find"/>.</param>
    public static string? FindIn(IReadOnlyList<string> folders, params IReadOnlyList<string> names) =>
        names.SelectMany(name => folders.Where(Path.IsPathFullyQualified)
                .SelectMany(folder => Extensions().Select(extension => Path.Combine(folder, name + extension))))
            .FirstOrDefault(MayExecute);

    private static IEnumerable<string> Extensions() => OperatingSystem.IsWindows()
        ? (Environment.GetEnvironmentVariable("PATHEXT") ?? ".EXE;.CMD;.BAT").Split(';', StringSplitOptions.RemoveEmptyEntries).Append("")
        : [""];

    private static bool MayExecute(string path) => File.Exists(path) && (OperatingSystem.IsWindows()
        || (File.GetUnixFileMode(path) & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)) != 0);
}
