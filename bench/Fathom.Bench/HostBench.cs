using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Fathom.Bench;

/// <summary>
/// Processor time of a host per unary call of 12 bytes, driven by h2load: the host on core 0, h2load on core 1, h2c.
/// h2load costs less than any host here, so the host is saturated.
/// </summary>
internal static partial class HostBench
{
    // On one core the compiler takes turns with the host. After one load of 400,000 calls instrumented code was still running: a call cost
    // 4.0 to 8.7 us, and 1.8 after five.
    private const int WarmUpLoads = 5;

    private static readonly (string Name, int Connections, int InFlight, int Calls)[] Loads =
        [("1 connection, 50 in flight", 1, 50, 400_000), ("50 connections, 1 in flight", 50, 1, 200_000)];

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult("processor time of the host per call", "us", options);
        // The prefix of an uncompressed message of 12 bytes, and the message: field 1, ten bytes.
        var body = Path.GetTempFileName();
        File.WriteAllBytes(body, [0, 0, 0, 0, 12, 0x0a, 10, .. "0123456789"u8]);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            foreach (var host in pair % 2 == 0 ? options.Names : options.Names.Reverse())
            {
                foreach (var (name, connections, inFlight, calls) in Loads)
                {
                    using var server = new PinnedSubject(host, 0, "--port", "0");
                    for (var load = 0; load < WarmUpLoads; load++)
                    {
                        Load(server.Address, body, connections, inFlight, calls);
                    }

                    var before = server.CpuMicroseconds;
                    Load(server.Address, body, connections, inFlight, calls);
                    result.Add(name, host, (server.CpuMicroseconds - before) / calls);
                }
            }
        }

        File.Delete(body);
        return result;
    }

    private static void Load(string address, string body, int connections, int inFlight, int calls)
    {
        using var h2load = Process.Start(new ProcessStartInfo("taskset",
        [
            "-c", "1", "h2load", "-n", $"{calls}", "-c", $"{connections}", "-m", $"{inFlight}", "-d", body,
            "-H", "content-type: application/grpc", "-H", "te: trailers", $"{address}/fathom.echo.Echo/Unary",
        ])
        { RedirectStandardOutput = true })!;
        var output = h2load.StandardOutput.ReadToEnd();
        h2load.WaitForExit();
        if (!Succeeded().Match(output).Groups[1].Value.Equals($"{calls}", StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"Not every call succeeded:\n{output}");
        }
    }

    [GeneratedRegex(@"(\d+) succeeded")]
    private static partial Regex Succeeded();
}
