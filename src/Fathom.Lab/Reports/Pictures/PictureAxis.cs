using Fathom.Lab.Results;

namespace Fathom.Lab.Reports.Pictures;

/// <summary>What runs to the right in a declared picture: a metric, or a factor whose levels are numbers of one unit. Immutable.</summary>
/// <param name="Name">The metric or factor.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="IsFactor">Whether it is a factor.</param>
internal sealed record PictureAxis(string Name, string Unit, bool IsFactor)
{
    /// <summary>The axis of that name; null where the record has nothing of it that is a number.</summary>
    public static PictureAxis? Of(ReportStudy study, string name)
    {
        if (study.Metric(name) is { } metric)
        {
            return new(name, metric.Unit, IsFactor: false);
        }

        // Levels of another unit than the first one's cannot stand on the same axis.
        var first = study.Record.Factors.FirstOrDefault(f => f.Name == name)?.Levels.Select(NumberedLevel.Read)
            .FirstOrDefault(l => l is not null);
        return first is { } level ? new(name, level.Unit, IsFactor: true) : null;
    }

    /// <summary>Where a trial stands on it; null where nowhere.</summary>
    public double? ValueOf(TrialResult trial)
    {
        if (!IsFactor)
        {
            return trial.Metrics.GetValueOrDefault(Name)?.Value;
        }

        return NumberedLevel.Read(ReportStudy.Level(trial, Name)) is { } level && level.Unit == Unit ? level.Value : null;
    }
}
