using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.Doctor.Probes;
using Fathom.Machines;
using Fathom.Statistics;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Bench.Doctor;

/// <summary>What it costs a process to be watched by the doctor: a client of Grpc.Net.Client that makes calls as fast as it can, which is
/// the worst case, watched and unwatched in turn. It measures itself, when all is compiled.</summary>
internal static partial class WatchCostBench
{
    private const double MostSlower = 1.05;
    private const double Level = 0.025;

    private static readonly JsonSerializerOptions Layout = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    private static string Plants => Path.Combine(AppContext.BaseDirectory.Replace("Fathom.Bench", "Fathom.Plants",
        StringComparison.Ordinal), "fathom-plants.dll");

    public static async Task<bool> RunAsync(WatchCostOptions options)
    {
        using var server = Start("server");
        var address = (await server.StandardOutput.ReadLineAsync())!;
        List<double> watched = [], unwatched = [];
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            // In turn first, so that drift strikes both alike.
            foreach (var watch in pair % 2 == 0 ? new[] { true, false } : [false, true])
            {
                (watch ? watched : unwatched).Add(await MeasureAsync(address, options.Calls, watch));
            }

            Console.Error.WriteLine($"pair {pair + 1}: watched {watched[^1]:0} ms, unwatched {unwatched[^1]:0} ms");
        }

        server.StandardInput.Close();
        await server.WaitForExitAsync();
        var test = RatioTest.OfPairs([.. watched], [.. unwatched], SeededRandom.For(1, "watch-cost"));
        var interval = test.Interval(Level) ?? test.Range;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"watched / unwatched {test.Ratio:0.000} ({interval.Low:0.000} to {interval.High:0.000})"));
        if (options.Out is { } file)
        {
            var result = new
            {
                Title = "time of the same calls of a client under 'fathom doctor --pid', over that of one that is not (bar: 1.05)",
                Command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
                Machine = MachineProbe.Describe(),
                Calls = options.Calls / 2,
                WatchedMs = watched,
                UnwatchedMs = unwatched,
                Ratio = new { Value = test.Ratio, interval.Low, interval.High, Confidence = 1 - (2 * Level) },
            };
            await File.WriteAllTextAsync(file, JsonSerializer.Serialize(result, Layout) + "\n");
        }

        return test.Ratio <= MostSlower;
    }

    private static async Task<double> MeasureAsync(string address, int calls, bool watch)
    {
        using var client = Start("healthy-client", address, calls.ToString(CultureInfo.InvariantCulture));
        var output = client.StandardOutput.ReadToEndAsync();
        ProcessWatch? watching = null;
        while (watch && watching is null && !client.HasExited)
        {
            watching = await ProcessWatch.TryStartAsync(client.Id, WatchDepth.Gentle, TimeProvider.System, CancellationToken.None);
        }

        await client.WaitForExitAsync();
        if (watching is not null)
        {
            await watching.EndAsync();
            await watching.DisposeAsync();
        }

        return double.Parse(Took().Match(await output).Groups[1].ValueSpan, CultureInfo.InvariantCulture);
    }

    private static Process Start(params string[] arguments) =>
        Process.Start(new ProcessStartInfo(SubjectCatalog.DotnetHost, ["exec", Plants, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;

    [GeneratedRegex(@"took ([\d.]+) ms")]
    private static partial Regex Took();
}
