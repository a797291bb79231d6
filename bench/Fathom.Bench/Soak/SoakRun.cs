using System.Diagnostics;
using System.Globalization;
using Fathom.Transport.Client;

namespace Fathom.Bench.Soak;

/// <summary>
/// Calls of all kinds between client and host in separate processes, with cancellations, deadlines, slow readers, and connections that a
/// proxy cuts or leaves unread; beside them, in a third process, a network of mediator nodes (<see cref="SoakNetwork"/>). After each round,
/// with no call running, the calls of both sides are compared and the memory of each process is sampled after a garbage collection.
/// </summary>
internal static class SoakRun
{
    private const int Channels = 3;

    // Enough for a comparison of thirds. The first rounds fill caches: the array pool retains some arrays of each size per thread.
    private const int Rounds = 31;
    private const int WarmUpRounds = 10;

    public static async Task<SoakReport> RunAsync(SoakOptions options)
    {
        var report = new SoakReport(options);
        await using var host = await SoakChild.StartAsync("soak-host");
        await using var proxy = await SoakChild.StartAsync(
            "soak-proxy", $"{host.Address.Port}", options.Seed.ToString(CultureInfo.InvariantCulture));
        await using var network = await SoakChild.StartAsync("soak-network");
        var channels = Enumerable.Range(0, Channels).Select(_ => new NativeChannel(new NativeChannelOptions
        {
            Address = proxy.Address,

            // Connections are cut before their handshake, too; without this calls would fail for a second each time.
            InitialReconnectBackoff = TimeSpan.FromMilliseconds(5),
            MaxReconnectBackoff = TimeSpan.FromMilliseconds(50),
        })).ToArray();
        var began = Stopwatch.GetTimestamp();
        for (var number = 0; number < Rounds && report.Violations.Count < 100; number++)
        {
            var latencies = await RoundAsync(channels, host, report, options);
            var messages = await network.AskAsync("state");
            report.AddMessages(messages);
            if (number >= WarmUpRounds)
            {
                // After the calls of the round are compared and forgotten: their number is that of the machine's speed.
                var client = SoakMemory.Read().Concat(latencies).ToDictionary();
                report.Sample(Stopwatch.GetElapsedTime(began).TotalMinutes, client, await host.AskAsync("state"), messages);
            }

            Console.Error.WriteLine($"round {number + 1} of {Rounds}: {report.Calls} calls, {report.Violations.Count} violations");
        }

        report.Connections = (channels.Sum(channel => channel.ConnectionsOpened), (long)(await proxy.AskAsync("count"))["cuts"]);
        foreach (var channel in channels)
        {
            channel.Dispose();
        }

        report.Close();
        return report;
    }

    /// <summary>Runs the calls of a round and compares both sides.</summary>
    /// <returns>The latencies.</returns>
    private static async Task<IReadOnlyDictionary<string, double>> RoundAsync(
        IReadOnlyList<NativeChannel> channels, SoakChild host, SoakReport report, SoakOptions options)
    {
        var first = report.Calls;
        var round = new SoakRound(channels, first, options.Seed);
        await round.RunAsync(TimeSpan.FromMinutes(options.Minutes) / Rounds);
        report.Add(round);
        await DrainAsync(host, report);
        await CompareAsync(host, first, round, report);
        return round.Latencies;
    }

    /// <summary>Waits until no handler runs: every call has completed, so each must end.</summary>
    private static async Task DrainAsync(SoakChild host, SoakReport report)
    {
        var began = Stopwatch.GetTimestamp();
        while (true)
        {
            var active = (await host.AskAsync("state"))["active"];
            if (active == 0)
            {
                return;
            }

            if (Stopwatch.GetElapsedTime(began) > TimeSpan.FromMinutes(1))
            {
                report.Violate($"{active} handlers of the host are running although every call has completed");
                return;
            }
        }
    }

    private static async Task CompareAsync(SoakChild host, long first, SoakRound round, SoakReport report)
    {
        var books = await host.AskAsync($"close {first.ToString(CultureInfo.InvariantCulture)} {Convert.ToBase64String(round.Answered)}");
        foreach (var wrong in new[] { "lost", "doubled", "unknown", "crossed" }.Where(name => books[name] > 0))
        {
            report.Violate($"{books[wrong]} calls from {first} on are {wrong} at the host");
        }
    }
}
