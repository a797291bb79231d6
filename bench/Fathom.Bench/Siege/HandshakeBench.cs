using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Fathom.Machines;
using Fathom.Statistics.Histograms;
using Fathom.TestKit.Tls;

namespace Fathom.Bench.Siege;

/// <summary>TLS handshakes of a host on one core: how long an honest one takes beside a thousand that are half open, and the processor
/// time of each.</summary>
internal static class HandshakeBench
{
    private const int HalfOpen = 1000;
    private const int Honest = 50;
    private const int Counted = 1000;
    private const double MaxMilliseconds = 1000;

    // Their rate is one of each address.
    private const int Addresses = 20;

    private static readonly IPAddress Client = IPAddress.Parse("127.0.0.9");
    private static readonly IPAddress Other = IPAddress.Parse("127.0.0.2");
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>Runs it.</summary>
    /// <returns>Whether every honest handshake took less than a second.</returns>
    public static async Task<bool> RunAsync(string[] args)
    {
        PinnedSubject.PinThisProcess(1);
        using var subject = new PinnedSubject("native", 0, "--port", "0", "--tls");
        var host = new TlsHost(subject);
        await CostAsync(host);
        var alone = await BesideAsync(host, null);
        var beside = await BesideAsync(host, Other);
        var besideOwn = await BesideAsync(host, Client);
        var result = new
        {
            Title = $"{Honest} TLS handshakes one after another beside {HalfOpen} that are half open; milliseconds from the connect",
            Command = $"dotnet run -c Release --project bench/Fathom.Bench -- {string.Join(' ', args)}",
            Machine = MachineProbe.Describe(),
            Alone = Summary(alone.Milliseconds),
            BesideAnotherAddress = Summary(beside.Milliseconds),
            BesideTheSameAddress = Summary(besideOwn.Milliseconds),
            HalfOpenAtTheEnd = new[] { beside.Open, besideOwn.Open },
            ProcessorMillisecondsOfAHandshake = Math.Round(await CostAsync(host), 2),
            ProcessorMillisecondsOfAHalfOpenOne = Math.Round(await HalfOpenCostAsync(host), 2),
        };
        var text = JsonSerializer.Serialize(result, Json);
        Console.WriteLine(text);
        if (args is [.., "--out", var path])
        {
            await File.WriteAllTextAsync(path, text + "\n");
        }

        return alone.Milliseconds.Concat(beside.Milliseconds).Concat(besideOwn.Milliseconds).Max() < MaxMilliseconds;
    }

    private static async Task<(List<double> Milliseconds, int Open)> BesideAsync(TlsHost host, IPAddress? attacker)
    {
        await host.IdleAsync();
        using var flood = new HandshakeFlood();
        if (attacker is not null)
        {
            await flood.StartAsync(host.Address, HalfOpen, attacker);
        }

        List<double> milliseconds = [];
        for (var i = 0; i < Honest; i++)
        {
            milliseconds.Add(await host.ShakeAsync(Client));
        }

        return (milliseconds, host.Connections);
    }

    private static async Task<double> CostAsync(TlsHost host)
    {
        var before = host.CpuMicroseconds;
        for (var i = 0; i < Counted; i++)
        {
            await host.ShakeAsync(new IPAddress([127, 0, 1, (byte)(1 + (i % Addresses))]));
        }

        return (host.CpuMicroseconds - before) / 1000 / Counted;
    }

    // Of the host they are answered at their rate.
    private static async Task<double> HalfOpenCostAsync(TlsHost host)
    {
        var (before, began) = (host.CpuMicroseconds, Stopwatch.GetTimestamp());
        using var flood = new HandshakeFlood();
        await flood.StartAsync(host.Address, HalfOpen, Other);
        while (flood.Answered < HalfOpen && Stopwatch.GetElapsedTime(began) < Longest)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(10));
        }

        return (host.CpuMicroseconds - before) / 1000 / flood.Answered;
    }

    private static object Summary(List<double> milliseconds)
    {
        milliseconds.Sort();
        return new { Median = Math.Round(Percentile.Of(milliseconds, 0.5)!.Value, 1), Most = Math.Round(milliseconds[^1], 1) };
    }
}
