using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Fathom.Bench.Load;

/// <summary>Time per call of load in every shape, after a warm-up: by Grpc.Net.Client, h2load and <c>fathom load</c>, one after the other
/// on core 1, against the native host on core 0, h2c. Processor time per unary call, with those of the warm-up.</summary>
internal static partial class ShapesBench
{
    public const string NetClientName = "grpc-net-client";

    /// <summary>Measures every shape once with each generator.</summary>
    public static void Add(BenchResult result, IReadOnlyList<string> generators, string folder, BenchOptions options)
    {
        foreach (var (index, shape) in LoadShape.All.Select(s => s with { Share = options.Share }).Index()
            .Where(s => options.Has(s.Item.Name)))
        {
            File.WriteAllBytes(Path.Combine(folder, "body"), shape.Body);
            File.WriteAllLines(Path.Combine(folder, "data.jsonl"), Enumerable.Repeat(shape.Json, shape.Requests));
            foreach (var generator in generators)
            {
                using var server = new PinnedSubject("native", 0, "--port", "0", "--max-receive", "64M");
                var (seconds, processor) = generator switch
                {
                    "h2load" => H2Load(server.Address, shape, folder),
                    NetClientName => (NetClient(server.Address, shape, index), null),
                    _ => FathomLoad(generator, server.Address, shape, folder),
                };
                result.Add(shape.Name, generator, 1e6 * seconds);
                if (processor is { } microseconds && shape.IsUnary)
                {
                    result.Add($"processor time, {shape.Name}", generator, microseconds);
                }
            }
        }
    }

    private static double NetClient(string address, LoadShape shape, int index) => double.Parse(
        GeneratorProcess.Run(Environment.ProcessPath!, "call-net-client", address, $"{index}",
            shape.Share.ToString(CultureInfo.InvariantCulture)).Output,
        CultureInfo.InvariantCulture) / shape.Calls;

    // Seconds and microseconds of processor time per call.
    private static (double Seconds, double? Processor) H2Load(string address, LoadShape shape, string folder)
    {
        GeneratorProcess Calls(int calls) => GeneratorProcess.RunH2Load(
            address, shape.Method, Path.Combine(folder, "body"), calls, shape.Connections, shape.Streams / shape.Connections);
        var warmUp = Calls(shape.WarmUpCalls);
        var run = Calls(shape.Calls);
        var time = Finished().Match(run.Output);
        return run.Output.Contains($"{shape.Calls} succeeded", StringComparison.Ordinal)
            ? (double.Parse(time.Groups[1].Value, CultureInfo.InvariantCulture)
                * time.Groups[2].Value switch { "us" => 1e-6, "ms" => 1e-3, _ => 1 } / shape.Calls,
                (warmUp.Microseconds + run.Microseconds) / (shape.WarmUpCalls + shape.Calls))
            : throw new InvalidOperationException($"{shape.Name}: not every call of h2load succeeded:\n{run.Output}");
    }

    private static (double Seconds, double? Processor) FathomLoad(string generator, string address, LoadShape shape, string folder)
    {
        var all = shape.Calls + shape.WarmUpCalls;
        var run = GeneratorProcess.RunFathom(generator, address, "--call", $"fathom.echo.Echo/{shape.Method}", "-d",
            $"@{folder}/data.jsonl", "-n", $"{all}", "--skip-first", $"{shape.WarmUpCalls}", "-c", $"{shape.Streams}", "--connections",
            $"{shape.Connections}", "--threads", "1", "-q", "-o", folder);
        var record = JsonNode.Parse(File.ReadAllText(Path.Combine(folder, "load.json")))!;
        return (long?)record["outcomes"]!["OK"] == shape.Calls
            ? (1 / (double)record["figures"]!["rate"]!["value"]!, run.Microseconds / all)
            : throw new InvalidOperationException($"{shape.Name}: not every call of fathom succeeded: {record["outcomes"]}");
    }

    [GeneratedRegex(@"finished in ([0-9.]+)(us|ms|s),")]
    private static partial Regex Finished();
}
