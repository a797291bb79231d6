using System.Diagnostics;
using System.Globalization;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>Forms of <c>fathom link</c> with a foreign gRPC server or client at one end.</summary>
public class ForeignGrpcLinkTests
{
    [Fact]
    public async Task A_foreign_gRPC_server_at_the_far_end_and_its_client_outside()
    {
        var python = Requires.Program(TestPrerequisites.PythonGrpc);
        var port = FreePort.Next();
        using var link = Marked.Link("--delay", "30ms", "--listen", $"{port}", "--", python, Script, "serve", $"{port}");
        await Eventually.HoldsAsync(() => link.Fathom.Output.Contains("ready", StringComparison.Ordinal),
            $"the server listens; {link.Fathom.Error}");
        ShouldAnswer((await Machine.RunAsync(new ProcessStartInfo(python, [Script, "call", $"127.0.0.1:{port}"]))).Text, 60);
    }

    [Fact]
    public async Task A_foreign_gRPC_client_at_the_near_end_and_its_server_outside()
    {
        var python = Requires.Program(TestPrerequisites.PythonGrpc);
        var port = FreePort.Next();
        using var server = Process.Start(new ProcessStartInfo(python, [Script, "serve", $"{port}"]) { RedirectStandardOutput = true })!;
        try
        {
            (await server.StandardOutput.ReadLineAsync()).ShouldBe("ready");
            using var link = Marked.Link("--delay", "30ms", "--loss", "1%", "--to", $"127.0.0.1:{port}", "--",
                "sh", "-c", $"{python} {Script} call $FATHOM_LINK_FAR:{port}");
            (await link.ExitAsync()).ShouldBe(0, link.Fathom.Error);
            ShouldAnswer(link.Fathom.Output, 60);
        }
        finally
        {
            server.Kill();
        }
    }

    private static string Script => Path.Combine(AppContext.BaseDirectory, "Scripts", "grpc_echo.py");

    private static void ShouldAnswer(string output, double leastMilliseconds)
    {
        var words = output.Trim().Split(' ');
        words[0].ShouldBe("second", output);
        double.Parse(words[1], CultureInfo.InvariantCulture).ShouldBeGreaterThanOrEqualTo(leastMilliseconds);
    }
}
