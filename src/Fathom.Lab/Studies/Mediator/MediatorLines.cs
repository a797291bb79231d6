using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Mediator;

/// <summary>What was measured of pings, in the published form: <c>GrpcRaw Text Data: 0 B/Sec Pings: 41.80/Sec Count:216</c>.</summary>
internal static class MediatorLines
{
    private static readonly (double Bytes, string Unit)[] Units = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")];

    public static IReadOnlyList<PublishedLine> From(RunRecord record) =>
    [
        .. from trial in record.Trials
           where trial.Factors["message"] == "ping" && trial.Metrics.ContainsKey(MediatorMetrics.MessagesPerSecond)
           select new PublishedLine(trial.Id, LineOf(trial)),
    ];

    private static string LineOf(TrialResult trial)
    {
        var bytes = trial.Metrics.GetValueOrDefault(MediatorMetrics.Throughput)?.Value * 1e6 ?? 0;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Grpc{Name(trial, "compression")} {Name(trial, "payload")} Data: {Size(bytes)}/Sec Pings: "
                + $"{trial.Metrics[MediatorMetrics.MessagesPerSecond].Value:#,0.00}/Sec "
                + $"Count:{trial.Metrics[MediatorMetrics.Messages].Value:0}");
    }

    private static string Size(double bytes)
    {
        var (unit, name) = Units.FirstOrDefault(u => bytes >= u.Bytes, (1, "B"));
        return string.Create(CultureInfo.InvariantCulture, $"{bytes / unit:0.##} {name}");
    }

    private static string Name(TrialResult trial, string factor)
    {
        var level = trial.Factors[factor];
        return char.ToUpperInvariant(level[0]) + level[1..];
    }
}
