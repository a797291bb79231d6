using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Fathom.Bench.Load;

/// <summary>
/// Load generators in a closed loop, the native host on core 0, the generator on core 1, h2c: the time per call in each
/// <see cref="LoadShape"/>, and the processor time per unary call. That is the time of the whole process, from its start to its
/// end, so that the start of the .NET runtime and its compiler are in it, as a user pays for them.
/// </summary>
internal static partial class LoadBench
{
    private const int WarmUpCalls = 100_000;

    private static readonly (string Name, int Connections, int InFlight, int Calls)[] Loads =
        [("processor time, 1 connection, 50 in flight", 1, 50, 1_500_000), ("processor time, 50 connections, 1 in flight", 50, 1, 500_000)];

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult("time per call", "us", options).AddEarlier(options.Add);
        var folder = Directory.CreateTempSubdirectory("fathom-bench").FullName;
        byte[] message = [0x0a, 10, .. "0123456789"u8];
        var (framed, plain) = (Path.Combine(folder, "framed"), Path.Combine(folder, "plain"));
        File.WriteAllBytes(framed, [0, 0, 0, 0, 12, .. message]);
        File.WriteAllBytes(plain, message);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            var generators = pair % 2 == 0 ? options.Names : [.. options.Names.Reverse()];
            ShapesBench.Add(result, generators, folder, options);
            foreach (var generator in generators.Where(g => g != ShapesBench.NetClientName))
            {
                foreach (var (name, connections, inFlight, all) in Loads.Where(l => options.Has(l.Name)))
                {
                    var (calls, warmUp) = ((int)(all * options.Share), (int)(WarmUpCalls * options.Share));
                    using var server = new PinnedSubject("native", 0, "--port", "0");
                    H2Load(server.Address, framed, connections, inFlight, warmUp);
                    result.Add(name, generator, (generator == "h2load"
                        ? H2Load(server.Address, framed, connections, inFlight, calls)
                        : FathomLoad(generator, server.Address, plain, folder, connections, inFlight, calls)) / calls);
                }
            }
        }

        Directory.Delete(folder, recursive: true);
        return result;
    }

    private static double H2Load(string address, string body, int connections, int inFlight, int calls)
    {
        var run = GeneratorProcess.RunH2Load(address, "Unary", body, calls, connections, inFlight);
        return Checked(run, calls, long.Parse(Succeeded().Match(run.Output).Groups[1].Value, CultureInfo.InvariantCulture));
    }

    private static double FathomLoad(
        string generator, string address, string body, string folder, int connections, int inFlight, int calls)
    {
        var run = GeneratorProcess.RunFathom(generator, address, "--call", "fathom.echo.Echo/Unary", "--data-format", "binary", "-d",
            $"@{body}", "-n", $"{calls}", "-c", $"{connections * inFlight}", "--connections", $"{connections}", "--threads", "1", "-q",
            "-o", folder);
        var record = Path.Combine(folder, "load.json");
        return Checked(run, calls,
            File.Exists(record) ? (long?)JsonNode.Parse(File.ReadAllText(record))!["outcomes"]!["OK"] ?? 0 : 0);
    }

    private static double Checked(GeneratorProcess run, int calls, long succeeded) => succeeded == calls ? run.Microseconds
        : throw new InvalidOperationException($"Not every call succeeded:\n{run.Output}\n{run.Error}");

    [GeneratedRegex(@"(\d+) succeeded")]
    private static partial Regex Succeeded();
}
