using System.Diagnostics;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The short form of <c>bench/Fathom.Bench -- soak</c>.</summary>
public class SoakTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task Twenty_seconds_of_calls_that_are_cancelled_and_cut_lose_double_and_leak_nothing()
    {
        using var soak = Process.Start(new ProcessStartInfo(
            "dotnet", [Path.Combine(AppContext.BaseDirectory, "Fathom.Bench.dll"), "soak", "--minutes", "0.33", "--seed", "1"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            var errors = soak.StandardError.ReadToEndAsync();
            var report = await soak.StandardOutput.ReadToEndAsync().WaitAsync(Patience);
            await soak.WaitForExitAsync().WaitAsync(Patience);

            soak.ExitCode.ShouldBe(0, report + await errors);
            report.ShouldContain("nothing was violated");
        }
        finally
        {
            if (!soak.HasExited)
            {
                soak.Kill(entireProcessTree: true);
            }
        }
    }
}
