namespace Fathom.LinuxTests;

/// <summary>The processes of this machine. A process may end while it is read.</summary>
internal static class Running
{
    /// <summary>Their ids.</summary>
    public static IEnumerable<int> Ids() => Directory.EnumerateDirectories("/proc").Select(Path.GetFileName)
        .Where(n => char.IsAsciiDigit(n![0])).Select(n => int.Parse(n!, null));

    /// <summary>Their command lines: words that each end with a zero.</summary>
    public static IEnumerable<string> CommandLines() => Ids().Select(CommandLine);

    /// <summary>The command line of a process; empty if it has ended.</summary>
    public static string CommandLine(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/cmdline");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
