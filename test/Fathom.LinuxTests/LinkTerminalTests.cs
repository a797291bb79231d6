using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary><c>fathom link</c> on a terminal.</summary>
public class LinkTerminalTests
{
    [Fact]
    public async Task A_terminal_shows_live_counters_and_its_end_ends_the_link()
    {
        Requires.Present(TestPrerequisites.Script, TestPrerequisites.Ping);
        Machine.RequireLinks();
        using var echo = new EchoServer();
        var dotnet = SubjectCatalog.DotnetHost;
        var start = new ProcessStartInfo("script",
            // Where the tests themselves run under nohup, the signal of the hang-up would be ignored by whatever they start.
            ["-qfec",
                $"stty cols 160; exec env --default-signal=HUP {dotnet} exec {FathomProcess.Program} link --listen 0 --to "
                    + $"127.0.0.1:{echo.Port}", "/dev/null"])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true,
        };
        start.Environment["TERM"] = "xterm";
        using var terminal = Process.Start(start)!;
        var shown = new System.Text.StringBuilder();
        terminal.OutputDataReceived += (_, line) =>
        {
            lock (shown)
            {
                shown.AppendLine(line.Data);
            }
        };
        terminal.BeginOutputReadLine();
        try
        {
            await Eventually.HoldsAsync(() => Shown().Contains("in flight", StringComparison.Ordinal)
                && Shown().Contains("down", StringComparison.Ordinal), "counters are shown");
        }
        finally
        {
            terminal.Kill();
        }

        await Eventually.HoldsAsync(() => !Running.CommandLines()
            .Any(c => c.Contains($"--to\0127.0.0.1:{echo.Port}\0", StringComparison.Ordinal)), "the hang-up ends it");

        string Shown()
        {
            lock (shown)
            {
                return shown.ToString();
            }
        }
    }
}
