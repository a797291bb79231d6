using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>Links on this machine, and programs at their ends.</summary>
internal static class Machine
{
    /// <summary>Skips the test where a prerequisite of links is missing. Where all are present, a link that does not start is a
    /// failure.</summary>
    public static void RequireLinks() => Requires.Present(LinkPrerequisites.Required);

    /// <summary>Starts a link.</summary>
    public static Task<LinkRun> LinkAsync(LinkSpec spec)
    {
        RequireLinks();
        return LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None);
    }

    /// <summary>Runs a program to its end.</summary>
    public static async Task<Output> RunAsync(ProcessStartInfo start)
    {
        var result = await ChildProcess.RunAsync(start, TimeSpan.FromSeconds(60));
        return new Output(result.ExitCode, result.Output, result.Errors);
    }

    /// <summary>Runs a program at an end of a link.</summary>
    public static Task<Output> RunAsync(LinkEnd end, string command, params string[] arguments) =>
        RunAsync(end.StartInfo(command, arguments));

    /// <summary>Starts a program at an end, with a pipe as its standard output.</summary>
    public static Process Start(LinkEnd end, string command, params string[] arguments)
    {
        var start = end.StartInfo(command, arguments);
        start.RedirectStandardOutput = true;
        return Process.Start(start)!;
    }

    /// <summary>A python script of these tests, at an end.</summary>
    public static Process StartScript(LinkEnd end, string script, params string[] arguments) =>
        Start(end, "python3", [Path.Combine(AppContext.BaseDirectory, "Scripts", script), .. arguments]);

    internal sealed record Output(int ExitCode, string Text, string Error);
}
