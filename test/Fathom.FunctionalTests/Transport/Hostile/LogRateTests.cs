using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What clients that fail make a host write.</summary>
public sealed class LogRateTests
{
    private static readonly int MaxLinesPerMinute = SecurityPage.Number("60 a minute");

    [Fact]
    public async Task Connections_that_fail_without_pause_do_not_fill_the_log()
    {
        var time = System.Diagnostics.Stopwatch.StartNew();
        var log = new LineLogger();
        var options = new NativeHostOptions { Server = new ServerOptions { LoggerFactory = log } };
        await using var host = NativeHost.Start([new EchoService().Definition()], options);
        await using var witness = await Witness.StartAsync(host.Address);
        for (var i = 0; i < Thorough.Count(500, 3000); i++)
        {
            using var peer = await OpenAsync(host.Address);
            await peer.Bytes("GET / HTTP/1.1\r\n\r\n"u8).FlushAsync();
            await Eventually.HoldsAsync(() => peer.Failure is not null || peer.IsEnded, "the host ends it");
        }

        await witness.ServedAsync();
        log.Lines.Count(line => line.Contains("A connection from", StringComparison.Ordinal))
            .ShouldBeInRange(MaxLinesPerMinute, MaxLinesPerMinute * (1 + (int)time.Elapsed.TotalMinutes));
    }
}
