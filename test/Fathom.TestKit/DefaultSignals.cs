using System.Diagnostics;
using System.Globalization;

namespace Fathom.TestKit;

/// <summary>
/// Programs that tests start handle HUP, INT and QUIT as in a terminal. A job in the background, or one of <c>nohup</c>, ignores them
/// (POSIX.1-2017, Shell, 2.11), and so does all that it starts: Ctrl-C would end nothing.
/// </summary>
internal static class DefaultSignals
{
    private const string Names = "HUP,INT,QUIT";

    // Of the signals 1 to 3.
    private const ulong Mask = 0b111;

    private static readonly bool AreIgnored = IgnoredByThisProcess();

    /// <summary>Has <c>env</c> restore the default handlers, in the process that becomes the program, where this process ignores
    /// them.</summary>
    public static void Restore(ProcessStartInfo info)
    {
        if (AreIgnored)
        {
            info.ArgumentList.Insert(0, $"--default-signal={Names}");
            info.ArgumentList.Insert(1, info.FileName);
            info.FileName = "env";
        }
    }

    private static bool IgnoredByThisProcess() => OperatingSystem.IsLinux()
        && File.ReadLines("/proc/self/status").First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal)) is var line
        && (ulong.Parse(line["SigIgn:".Length..], NumberStyles.AllowHexSpecifier | NumberStyles.AllowLeadingWhite,
            CultureInfo.InvariantCulture) & Mask) != 0;
}
