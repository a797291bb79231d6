using Fathom.Records;
using Fathom.Statistics;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Running;

/// <summary>Builds a trial's result from its replicates.</summary>
internal static class TrialResultBuilder
{
    private const double Confidence = 0.95;

    public static TrialResult Build(TrialPlan trial, IReadOnlyList<Metric> metrics, IReadOnlyList<MeasuredReplicate> measured,
        IReadOnlyList<MeasuredReplicate> setAside)
    {
        var inOrder = measured.OrderBy(m => m.Planned.Block).ToList();
        var replicates = inOrder.ConvertAll(m => ReplicateOf(metrics, m));
        return new TrialResult
        {
            Id = trial.Id,
            Factors = trial.Levels.ToDictionary(),
            SideBySide = trial.SideBySide,
            Replicates = replicates,
            SetAside = [.. setAside.OrderBy(m => m.Planned.Block).Select(m => ReplicateOf(metrics, m))],
            Metrics = MetricsOf(metrics, replicates),
            Errors = replicates.Sum(r => r.Errors),
            ErrorsByStatus = inOrder.SelectMany(m => m.Figures.Client.Errors).GroupBy(e => e.Key)
                .ToDictionary(g => g.Key, g => g.Sum(e => e.Value)),
            Latency = Downsampling.Latencies([.. inOrder.SelectMany(m => m.Figures.Client.Latency).GroupBy(b => b.UpTo).OrderBy(g => g.Key)
                .Select(g => new LatencyBucket(g.Key, g.Sum(b => b.Count)))]),
            Waterfall = WaterfallOf(inOrder),
            Series = [.. inOrder.SelectMany(m => m.Figures.Client.Series.Concat(m.Figures.Link?.Series ?? []).Select(s => new Series(
                s.Name, s.Unit, m.Planned.Block, [.. s.Points.Select(p => new[] { p.AtMs, p.Value })])))],
        };
    }

    private static List<WaterfallPart>? WaterfallOf(List<MeasuredReplicate> measured)
    {
        var traced = measured.Select(m => m.Figures.Server.Waterfall).OfType<IReadOnlyList<TracedTime>>().ToList();
        return traced.Count == 0 ? null :
        [
            .. from part in traced.SelectMany(w => w)
               group part.Us by (part.Requests, part.Process, part.Kind) into parts
               select new WaterfallPart(
                   parts.Key.Requests, parts.Key.Process, parts.Key.Kind, Math.Round(parts.Sum() / traced.Count / 1000, 4)),
        ];
    }

    private static Replicate ReplicateOf(IReadOnlyList<Metric> metrics, MeasuredReplicate measured) =>
        new(measured.Planned.Block, measured.Planned.Position, measured.Figures.Errors, ValuesOf(metrics, measured.Figures))
        {
            Disturbance = measured.Disturbance,
        };

    private static Dictionary<string, double> ValuesOf(IReadOnlyList<Metric> metrics, ReplicateFigures figures)
    {
        var values = new Dictionary<string, double>();
        foreach (var metric in metrics)
        {
            if (metric.Read(figures) is { } value)
            {
                values[metric.Info.Id] = value;
            }
        }

        return values;
    }

    private static Dictionary<string, MetricValue> MetricsOf(IReadOnlyList<Metric> metrics, List<Replicate> replicates)
    {
        var result = new Dictionary<string, MetricValue>();
        foreach (var info in metrics.Select(m => m.Info))
        {
            var samples = replicates.SamplesOf(info.Id);
            if (samples.Count > 0)
            {
                var median = MedianInterval.Of([.. samples.Select(s => s.Value)], Confidence);
                result[info.Id] = new MetricValue(median.Value, median.Low, median.High, info.Unit)
                {
                    Confidence = median.Confidence,
                    RangeOf = median.RangeOf,
                };
            }
        }

        return result;
    }
}
