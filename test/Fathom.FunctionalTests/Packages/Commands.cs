using System.Diagnostics;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Packages;

/// <summary>What <c>fathom</c> does in every form in which it is shipped.</summary>
/// <param name="fathom">The program.</param>
/// <param name="folder">Where it runs.</param>
internal sealed class Commands(string fathom, string folder)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Lists, calls, loads, compares, merges, examines, checks and links.</summary>
    public async Task RunAllAsync()
    {
        await using var host = await Stack.Native.StartAsync();
        var target = host.Address.ToString().TrimEnd('/');
        string[] proto = ["--proto", Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto")];

        (await RunAsync(["list", target, .. proto])).ShouldContain("fathom.echo.Echo");
        (await RunAsync(["call", target, "fathom.echo.Echo/Unary", "-d", """{"payload":"aGk="}""", .. proto]))
            .ShouldContain("\"totalBytes\": \"2\"");
        await RunAsync(["load", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "-n", "50", "-q", "--out", "first", .. proto]);
        await RunAsync(["load", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "-n", "50", "-q", "--out", "second", .. proto]);
        (await RunAsync("compare", "first/load.json", "second/load.json")).ShouldContain("latency");
        (await RunAsync("compare", "--output", "json", "first/load.json", "second/load.json")).ShouldContain("\"verdict\"");
        foreach (var part in new[] { "1", "2" })
        {
            // Exit code 1 is a part that a busy machine made invalid.
            (await ResultAsync(["load", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "-n", "50", "-q", "--shard", $"{part}/2",
                "--out", part, .. proto])).ExitCode.ShouldBeInRange(0, 1);
        }

        (await ResultAsync("merge", "1/load.json", "2/load.json", "--out", "all")).Output.ShouldContain("50 of fathom.echo.Echo/Unary");
        (await RunAsync(["doctor", target, "--call", "fathom.echo.Echo/Unary", "-d", "{}", "--budget", "5s", .. proto]))
            .ShouldContain("Echo/Unary");
        (await ResultAsync("check")).Output.ShouldContain("dotnet tool install --global fathom.subjects");
        (await ResultAsync("check", "--output", "json")).Output.ShouldContain("\"prerequisites\"");
        using var link = ChildProcess.Start(new ProcessStartInfo(
            fathom, ["link", "--mode", "relay", "--delay", "1ms", "--listen", "0", "--to", target[(target.LastIndexOf('/') + 1)..]]));
        await Eventually.HoldsAsync(() => link.Errors.Contains("leads to", StringComparison.Ordinal), "the link listens");
    }

    /// <summary>Runs it: its standard output. An exit code other than 0 is a failure that shows the output.</summary>
    public async Task<string> RunAsync(params string[] arguments)
    {
        var result = await ResultAsync(arguments);
        result.ExitCode.ShouldBe(0, $"{string.Join(' ', arguments)}\n{result.Output}\n{result.Errors}");
        return result.Output;
    }

    /// <summary>The same of a run that may end with any exit code.</summary>
    public Task<ChildResult> ResultAsync(params string[] arguments) =>
        ChildProcess.RunAsync(new ProcessStartInfo(fathom, arguments) { WorkingDirectory = folder }, Patience);
}
