using Fathom.Tests.Studies;
using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes.Models;

/// <summary>Records of the study <c>compression</c> that follow the model, with noise or against it, and what is found in them.</summary>
internal static class CompressionRecords
{
    private const int Replicates = 6;
    private static readonly double[] Lines = [50, 150, 450];

    public static IReadOnlyList<Finding> Judge(RunRecord record, PlannedComparison? comparison = null) => FindingEngine.Judge(
        CompressionStudy.Spec,
        [comparison ?? new PlannedComparison("compression-pays-below", "none-50mbit", "br-50mbit", "compression", "download_ms")],
        record);

    /// <summary>A record in which every time is what the model says.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="speed">By how much faster than it is the codec was measured on a line.</param>
    /// <param name="time">Whether compressed, the line, and the time by the model: the time of a replicate.</param>
    /// <param name="loopback">Whether there are trials without a line.</param>
    public static RunRecord RecordOf(
        ModelCodec codec, Func<double, double>? speed = null, Func<bool, double, double, double>? time = null, bool loopback = true)
    {
        MetricInfo[] metrics = [.. new[] { "download_ms", "pays_below_mbit", "compress_mb_per_s", "decompress_mb_per_s", "server_mb_per_s",
            "client_mb_per_s", "savings_percent", "plain_bytes_per_download" }
            .Select(id => new MetricInfo(id, id == "download_ms" ? "ms" : "x", Better.Neither, id))];
        double?[] links = [.. Lines, .. loopback ? new double?[] { null } : []];
        return new RunRecord
        {
            Study = "compression", Profile = "full", Seed = 1, Started = DateTimeOffset.UnixEpoch, ElapsedSeconds = 1, Title = "t",
                Question = "q", Answer = "a", Command = [],
            Machine = Synthetic.Machine,
            Factors = [],
            Metrics = metrics,
            Trials = [.. from link in links from compression in new[] { "none", "br" } select Trial(link, compression)],
        };

        TrialResult Trial(double? rate, string compression)
        {
            var compressed = compression != "none";
            var plainMs = rate is { } r ? ModelCodec.Megabytes * 8 / r * 1000 : 4;
            var ms = compressed ? codec.TimeOf(plainMs) : plainMs;
            var level = rate is { } line ? $"{line}mbit" : "none";
            var factor = rate is { } measured ? speed?.Invoke(measured) ?? 1 : 1;
            Replicate[] replicates = [.. Enumerable.Range(1, Replicates).Select(block => new Replicate(block, block, 0, ValuesOf(
                time?.Invoke(compressed, rate ?? 0, ms) ?? ms, compressed, factor)))];
            return new TrialResult
            {
                Id = $"{compression}-{level}",
                Factors = new Dictionary<string, string> { ["payload"] = "text", ["shape"] = codec.Shape, ["compression"] = compression,
                    ["link"] = level, ["host"] = "native" },
                Replicates = replicates,
                Metrics = replicates[0].Values.Keys.ToDictionary(id => id, id =>
                {
                    double[] values = [.. replicates.Select(v => v.Values[id]).Order()];
                    return new MetricValue(Sample.Median(values), values[0], values[^1], id == "download_ms" ? "ms" : "x");
                }),
            };
        }

        Dictionary<string, double> ValuesOf(double ms, bool compressed, double factor)
        {
            var values = new Dictionary<string, double> { ["download_ms"] = ms, ["plain_bytes_per_download"] = ModelCodec.Megabytes * 1e6 };
            if (compressed)
            {
                values["pays_below_mbit"] = codec.PaysBelow * factor;
                values["compress_mb_per_s"] = codec.Compress * factor;
                values["decompress_mb_per_s"] = codec.Decompress * factor;
                values["server_mb_per_s"] = codec.Compress * factor;
                values["client_mb_per_s"] = codec.Decompress * factor;
                values["savings_percent"] = 100 * (1 - codec.Ratio);
            }

            return values;
        }
    }
}
