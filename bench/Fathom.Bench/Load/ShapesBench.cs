using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Fathom.Bench.Load;

/// <summary>Time per call of load in every shape, after a warm-up: by Grpc.Net.Client, h2load and <c>fathom load</c>, one after the other
/// on core 1, against the native host on core 0, h2c.</summary>
internal static partial class ShapesBench
{
    private static readonly string Fathom = Path.Combine(
        AppContext.BaseDirectory.Replace("Fathom.Bench", "Fathom.Cli", StringComparison.Ordinal), "fathom.dll");

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
                result.Add(shape.Name, generator, 1e6 * (generator switch
                {
                    "h2load" => H2Load(server.Address, shape, folder),
                    NetClientName => NetClient(server.Address, shape, index),
                    _ => FathomLoad(server.Address, shape, folder),
                }));
            }
        }
    }

    private static double NetClient(string address, LoadShape shape, int index) => double.Parse(
        Run(Environment.ProcessPath!, "call-net-client", address, $"{index}", shape.Share.ToString(CultureInfo.InvariantCulture)),
        CultureInfo.InvariantCulture) / shape.Calls;

    private static double H2Load(string address, LoadShape shape, string folder)
    {
        string Calls(int calls) => Run("h2load", "-n", $"{calls}", "-c", $"{shape.Connections}", "-m",
            $"{shape.Streams / shape.Connections}", "-d", Path.Combine(folder, "body"), "-H", "content-type: application/grpc", "-H",
            "te: trailers", $"{address}/fathom.echo.Echo/{shape.Method}");
        Calls(shape.WarmUpCalls);
        var output = Calls(shape.Calls);
        var time = Finished().Match(output);
        return output.Contains($"{shape.Calls} succeeded", StringComparison.Ordinal)
            ? double.Parse(time.Groups[1].Value, CultureInfo.InvariantCulture)
                * time.Groups[2].Value switch { "us" => 1e-6, "ms" => 1e-3, _ => 1 } / shape.Calls
            : throw new InvalidOperationException($"{shape.Name}: not every call of h2load succeeded:\n{output}");
    }

    private static double FathomLoad(string address, LoadShape shape, string folder)
    {
        Run("dotnet", Fathom, "load", address, "--call", $"fathom.echo.Echo/{shape.Method}", "-d", $"@{folder}/data.jsonl", "-n",
            $"{shape.Calls + shape.WarmUpCalls}", "--skip-first", $"{shape.WarmUpCalls}", "-c", $"{shape.Streams}", "--connections",
            $"{shape.Connections}", "--threads", "1", "-q", "-o", folder);
        var record = JsonNode.Parse(File.ReadAllText(Path.Combine(folder, "load.json")))!;
        return (long?)record["outcomes"]!["OK"] == shape.Calls ? 1 / (double)record["figures"]!["rate"]!["value"]!
            : throw new InvalidOperationException($"{shape.Name}: not every call of fathom succeeded: {record["outcomes"]}");
    }

    private static string Run(params string[] command)
    {
        using var process = Process.Start(new ProcessStartInfo("taskset", ["-c", "1", .. command]) { RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return output;
    }

    [GeneratedRegex(@"finished in ([0-9.]+)(us|ms|s),")]
    private static partial Regex Finished();
}
