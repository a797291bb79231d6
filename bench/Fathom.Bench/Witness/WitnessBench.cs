using System.Diagnostics;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;

namespace Fathom.Bench.Witness;

/// <summary>
/// The longest wait of a client that makes one small call after another, beside a client that keeps the only event loop of the host busy:
/// the host on core 0 with handlers on the loop, both clients on the other cores. <c>alone</c> is the reference.
/// </summary>
internal static class WitnessBench
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(5);

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult("longest wait of a client beside one that keeps the event loop busy", "ms", options);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            foreach (var name in pair % 2 == 0 ? options.Names : options.Names.Reverse())
            {
                result.Add($"{Measured.TotalSeconds} s of unary calls", name, LongestWait(name));
            }
        }

        return result;
    }

    private static double LongestWait(string name)
    {
        var isTls = name == "handshakes";
        using var server = new PinnedSubject("native", 0, isTls ? ["--port", "0", "--tls"] : ["--port", "0"]);
        using var channel = new NativeChannel(new ChannelOptions
        {
            Address = new Uri(server.Address),
            Tls = isTls ? ChannelTls.TrustPem(server.Ready.Certificate!) : null,
        });
        LongestWait(channel, WarmUp);
        var port = new Uri(server.Address).Port;
        using var attack = name switch
        {
            "alone" => null,
            "windows" => new Attack(() => WindowAttack.Run(port)),
            "handshakes" => new Attack(new HandshakeAttack(port).Run),
            "compressed" => new Attack(new CompressedAttack(port).Run),
            _ => throw new ArgumentException($"'{name}' is no attack: alone, windows, handshakes and compressed are accepted."),
        };
        LongestWait(channel, WarmUp);
        return LongestWait(channel, Measured);
    }

    private static double LongestWait(NativeChannel channel, TimeSpan time)
    {
        var longest = TimeSpan.Zero;
        for (var began = Stopwatch.StartNew(); began.Elapsed < time;)
        {
            var called = Stopwatch.GetTimestamp();
            channel.Unary(EchoMethods.Unary, new EchoRequest());
            var waited = Stopwatch.GetElapsedTime(called);
            longest = waited > longest ? waited : longest;
        }

        return longest.TotalMilliseconds;
    }
}
