using System.Diagnostics;
using Fathom.FunctionalTests.Transport;

namespace Fathom.FunctionalTests.Subjects;

public class HostSubjectTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("kestrel")]
    [InlineData("native")]
    public async Task A_port_that_is_taken_ends_the_process_with_3_and_one_line_that_says_what_to_do(string name)
    {
        await using var host = await Stack.Framework.StartAsync();
        using var subject = Process.Start(new ProcessStartInfo(
            "dotnet", [Path.Combine(AppContext.BaseDirectory, $"fathom-{name}.dll"), "--port", $"{host.Address.Port}"])
        {
            RedirectStandardError = true,
        })!;
        try
        {
            var error = await subject.StandardError.ReadToEndAsync().WaitAsync(Patience);
            await subject.WaitForExitAsync().WaitAsync(Patience);

            subject.ExitCode.ShouldBe(3);
            error.Trim().Split('\n').ShouldHaveSingleItem().ShouldContain("--port");
        }
        finally
        {
            if (!subject.HasExited)
            {
                subject.Kill();
            }
        }
    }
}
