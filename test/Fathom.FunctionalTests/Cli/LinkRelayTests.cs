using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom link --mode relay</c>, which every machine can run.</summary>
public class LinkRelayTests
{
    [Fact]
    public async Task Bytes_take_the_delay_and_the_approximation_is_called_one()
    {
        using var echo = new EchoServer();
        using var fathom = FathomProcess.Start("link", "--mode", "relay", "--delay", "50ms", "--down-break", "reset:1k", "--listen", "0",
            "--to", $"127.0.0.1:{echo.Port}");
        await Eventually.HoldsAsync(() => fathom.Error.Contains("an approximation", StringComparison.Ordinal), "the relay listens");
        var port = int.Parse(fathom.Error.Split("127.0.0.1:")[1].Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, port);
        var clock = Stopwatch.StartNew();
        await client.GetStream().WriteAsync("over and back"u8.ToArray());
        var answer = new byte["over and back".Length];
        await client.GetStream().ReadExactlyAsync(answer);
        clock.Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(100));
        answer.ShouldBe("over and back"u8.ToArray());
        fathom.Error.ShouldContain("down: delay 50ms, no loss, no limit of the rate, reset of each connection after 1,024 bytes");
        fathom.Interrupt();
        (await fathom.ExitAsync(TimeSpan.FromSeconds(120))).ShouldBe(130);
    }

    [Fact]
    public async Task A_taken_port_is_refused()
    {
        using var taken = new EchoServer();
        var run = await FathomRun.OfAsync("link", "--mode", "relay", "--listen", $"{taken.Port}", "--to", $"127.0.0.1:{taken.Port}");
        run.ExitCode.ShouldBe(2);
        run.Error.ShouldContain($"--listen: '{taken.Port}' is not accepted, another process uses it");
    }
}
