using Fathom.Records.Words;

namespace Fathom.Records.Reports.Pictures;

/// <summary>The horizontal axis of a declared picture: a metric, or a factor whose levels are numbers of one unit. Immutable.</summary>
/// <param name="Name">Name of the metric or factor.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="IsFactor">Whether it is a factor.</param>
/// <param name="Words">What readers call it.</param>
internal sealed record PictureAxis(string Name, string Unit, bool IsFactor, string Words)
{
    /// <summary>Creates the axis for a metric or factor. Returns null when the record has no numeric values for it.</summary>
    public static PictureAxis? Of(ReportStudy study, string name)
    {
        if (study.Metric(name) is { } metric)
        {
            return new(name, metric.Unit, IsFactor: false, MetricWords.Of(metric));
        }

        // The first numeric level decides the unit; levels of other units cannot be on the same axis.
        var first = study.Record.Factors.FirstOrDefault(f => f.Name == name)?.Levels.Select(NumberedLevel.Read)
            .FirstOrDefault(l => l is not null);
        return first is { } level ? new(name, level.Unit, IsFactor: true, name.Replace('_', ' ')) : null;
    }

    /// <summary>Returns the value of a trial on the axis, or null when it has none.</summary>
    public double? ValueOf(TrialResult trial)
    {
        if (!IsFactor)
        {
            return trial.Metrics.GetValueOrDefault(Name)?.Value;
        }

        return NumberedLevel.Read(ReportStudy.Level(trial, Name)) is { } level && level.Unit == Unit ? level.Value : null;
    }
}
