using System.Diagnostics;

namespace Fathom.TestKit;

/// <summary>What every program that tests start is started with.</summary>
internal static class ChildStart
{
    /// <summary>Redirects its streams here, lets signals reach it, and lets what it builds end with it.</summary>
    public static void Prepare(ProcessStartInfo info)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;

        // A node of MSBuild that stays for the next build keeps the program's output open: its end would come a quarter of an hour later.
        info.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        DefaultSignals.Restore(info);
    }
}
