using System.Diagnostics;
using System.Text.Json;
using Fathom.Machines;
using Fathom.Statistics.Histograms;

namespace Fathom.Bench.Siege;

/// <summary>
/// A host on one core under all attacks at once, and an honest client on another address and core, beside the attackers. A short siege
/// comes first, so that pools and compiled code are the same before and after.
/// </summary>
internal static class SiegeBench
{
    private const int HostCore = 0;
    private const int ClientCore = 1;
    private const double MaxLatency = 50;
    private const double MaxMegabytes = 300;

    // What pools may keep more of after the long siege than after the short one.
    private const double SlackMegabytes = 16;

    private static readonly TimeSpan Short = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ToClose = TimeSpan.FromSeconds(60);
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>Runs it.</summary>
    /// <returns>Whether every bar was reached.</returns>
    public static async Task<bool> RunAsync(SiegeOptions options)
    {
        PinnedSubject.PinThisProcess(ClientCore);
        using var host = new PinnedSubject("native", HostCore, "--port", "0", "--handlers-on-pool");
        var client = new HonestClient(new Uri(host.Address));
        var alone = await client.CallAsync(TimeSpan.FromSeconds(10), static () => { });
        await AttackAsync(host, client, Short);
        var before = await StateAsync(host);
        var attack = await AttackAsync(host, client, TimeSpan.FromMinutes(options.Minutes));
        var after = await StateAsync(host);
        var result = new
        {
            Title = "an honest client beside 10,000 silent connections, 1,000 that never read, 100 with the largest windows, 377 that "
                + "hold a part of a message, and 10 each that reset at the limit, have a long field quoted and end what was reset",
            Command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            Machine = MachineProbe.Describe(),
            options.Minutes,
            MillisecondsAlone = Latencies(alone.Milliseconds),
            MillisecondsUnderAttack = Latencies(attack.Milliseconds),
            Calls = attack.Milliseconds.Count,
            attack.Failures,
            attack.Connections,
            attack.MostOpen,
            HostProcessorShare = Math.Round(attack.ProcessorShare, 2),
            MegabytesPeak = Math.Round(attack.Megabytes, 1),
            MegabytesBefore = Math.Round(before.Megabytes, 1),
            MegabytesAfter = Math.Round(after.Megabytes, 1),
            ConnectionsBefore = before.Connections,
            ConnectionsAfter = after.Connections,
        };
        var text = JsonSerializer.Serialize(result, Json);
        Console.WriteLine(text);
        if (options.Out is { } path)
        {
            await File.WriteAllTextAsync(path, text + "\n");
        }

        return attack.Failures.Count == 0 && LatencyAt(attack.Milliseconds, 0.99) < MaxLatency && attack.Megabytes < MaxMegabytes
            && after.Connections == before.Connections && after.Megabytes <= before.Megabytes + SlackMegabytes;
    }

    private static async Task<Attack> AttackAsync(PinnedSubject host, HonestClient client, TimeSpan time)
    {
        using var attackers = AttackProcess.Start(ClientCore, new Uri(host.Address));
        var (processor, began, megabytes, open) = (host.CpuMicroseconds, Stopwatch.GetTimestamp(), 0.0, 0);
        var (latencies, failures) = await client.CallAsync(time, () =>
        {
            megabytes = Math.Max(megabytes, host.ResidentKilobytes / 1000);
            open = Math.Max(open, host.OpenSockets);
        });
        var share = (host.CpuMicroseconds - processor) / Stopwatch.GetElapsedTime(began).TotalMicroseconds;
        return new Attack(latencies, failures, attackers.End(), open, megabytes, share);
    }

    // What the attackers leave behind is closed by the host's own timeouts, or at once where the socket says so.
    private static async Task<(double Megabytes, int Connections)> StateAsync(PinnedSubject host)
    {
        var began = Stopwatch.GetTimestamp();
        while (host.OpenSockets > host.SocketsAtStart && Stopwatch.GetElapsedTime(began) < ToClose)
        {
            await Task.Delay(TimeSpan.FromSeconds(1));
        }

        host.Collect();
        return (host.ResidentKilobytes / 1000, host.OpenSockets);
    }

    private static object Latencies(List<double> ascending) => new
    {
        P50 = LatencyAt(ascending, 0.5), P99 = LatencyAt(ascending, 0.99), P999 = LatencyAt(ascending, 0.999),
        Most = Math.Round(ascending[^1], 3),
    };

    private static double LatencyAt(List<double> ascending, double share) => Math.Round(Percentile.Of(ascending, share)!.Value, 3);

    private sealed record Attack(
        List<double> Milliseconds, List<string> Failures, int Connections, int MostOpen, double Megabytes, double ProcessorShare);
}
