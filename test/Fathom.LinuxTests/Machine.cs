using System.Diagnostics;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>Prerequisites of the machine, and links on it: a test without its prerequisite skips and names it.</summary>
internal static class Machine
{
    public static void SkipWithout(params string[] programs)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs Linux");
        foreach (var program in programs)
        {
            Assert.SkipWhen(Array.TrueForAll((Environment.GetEnvironmentVariable("PATH") ?? "").Split(':'),
                f => !File.Exists(Path.Combine(f, program))), $"needs {program}");
        }
    }

    /// <summary>Starts a link, or skips with the reason that the library gives.</summary>
    public static async Task<LinkRun> LinkAsync(LinkSpec spec)
    {
        try
        {
            return await LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None);
        }
        catch (LinkUnavailableException e)
        {
            Assert.Skip(e.Message);
            throw;
        }
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

    /// <summary>Polls until something holds.</summary>
    public static async Task UntilAsync(Func<bool> holds, string what)
    {
        var clock = Stopwatch.StartNew();
        while (!holds())
        {
            clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(120), what);
            await Task.Delay(10);
        }
    }

    internal sealed record Output(int ExitCode, string Text, string Error);
}
