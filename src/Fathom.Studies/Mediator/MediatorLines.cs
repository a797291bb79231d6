using System.Globalization;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Studies.Mediator;

/// <summary>The measured pings in the published form: <c>GrpcRaw Text Data: 0 B/Sec Pings: 41.80/Sec Count:216</c>.</summary>
internal static class MediatorLines
{
    private static readonly (double Bytes, string Unit)[] Units = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")];

    public static IReadOnlyList<PublishedLine> From(MeasuredStudy study) =>
    [
        .. from trial in study.Trials
           where trial.Levels.Has(MediatorMessageFactors.Ping)
           let perSecond = trial.Find(MediatorMetrics.MessagesPerSecond)
           where perSecond is not null
           select new PublishedLine(trial.Result.Id, LineOf(trial, perSecond.Value)),
    ];

    private static string LineOf(MeasuredTrial trial, double perSecond) => string.Create(
        CultureInfo.InvariantCulture,
        $"Grpc{Name(trial, MediatorMessageFactors.Codec)} {Name(trial, MediatorMessageFactors.Payload)} "
            + $"Data: {Size(trial.Find(MediatorMetrics.Throughput) * 1e6 ?? 0)}/Sec Pings: {perSecond:#,0.00}/Sec "
            + $"Count:{trial.Find(MediatorMetrics.Messages):0}");

    private static string Size(double bytes)
    {
        var (unit, name) = Units.FirstOrDefault(u => bytes >= u.Bytes, (1, "B"));
        return string.Create(CultureInfo.InvariantCulture, $"{bytes / unit:0.##} {name}");
    }

    private static string Name(MeasuredTrial trial, Factor factor) => Capital.Of(trial.Levels[factor].Name);
}
