using System.Diagnostics;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The short form of <c>bench/Fathom.Bench -- soak</c>.</summary>
public class SoakTests
{
    private static readonly TimeSpan ToRun = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task Twenty_seconds_of_calls_that_are_cancelled_and_cut_lose_double_and_leak_nothing()
    {
        var soak = await ChildProcess.RunAsync(
            new ProcessStartInfo(
                "dotnet", [Path.Combine(AppContext.BaseDirectory, "Fathom.Bench.dll"), "soak", "--minutes", "0.33", "--seed", "1"]),
            ToRun);

        soak.ExitCode.ShouldBe(0, soak.Output + soak.Errors);
        soak.Output.ShouldContain("nothing was violated");
    }
}
