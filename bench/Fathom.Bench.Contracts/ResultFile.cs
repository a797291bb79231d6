using System.Text.Json;
using BenchmarkDotNet.Reports;
using Fathom.Machines;

namespace Fathom.Bench.Contracts;

/// <summary>The result with machine and command: for each message and direction both times and the ratio of their medians.</summary>
internal static class ResultFile
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    public static void Write(string path, string arguments, IEnumerable<Summary> summaries) =>
        File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            Title = "messages written into and read from a transport's buffers",
            Command = $"dotnet run -c Release --project bench/Fathom.Bench.Contracts -- {arguments}",
            Machine = MachineProbe.Describe(),
            Rows = summaries.SelectMany(s => s.Reports)
                .GroupBy(r => (Message: r.BenchmarkCase.Descriptor.Type.Name, Direction: r.BenchmarkCase.Descriptor.Categories[0]))
                .Select(Row),
        },
        Json) + "\n");

    private static object Row(IGrouping<(string Message, string Direction), BenchmarkReport> both)
    {
        var google = Side(both.Single(r => r.BenchmarkCase.Descriptor.Baseline));
        var fathom = Side(both.Single(r => !r.BenchmarkCase.Descriptor.Baseline));
        return new { both.Key.Message, both.Key.Direction, google, fathom,
            RatioOfMedians = Math.Round(fathom.MedianNs / google.MedianNs, 3) };
    }

    private static Figures Side(BenchmarkReport report)
    {
        var time = report.ResultStatistics ?? throw new InvalidOperationException($"{report.BenchmarkCase.DisplayInfo} was not measured.");
        return new(Math.Round(time.Median, 2), Math.Round(time.Min, 2), Math.Round(time.Max, 2), time.N,
            report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? 0);
    }

    private sealed record Figures(double MedianNs, double LeastNs, double MostNs, int Measurements, long AllocatedBytes);
}
