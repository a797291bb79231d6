using static Fathom.Studies.Compression.CompressionCodecs;
using static Fathom.Studies.Compression.CompressionFactors;

namespace Fathom.Studies.Compression;

/// <summary>A server that decides by what it measures, on every payload and line, beside the two that do not decide.</summary>
internal static class CompressionAdaptive
{
    private const string Difference = "against the better of both";

    /// <summary>OneMessage for each codec.</summary>
    public static IReadOnlyList<TableSpec> Tables { get; } = [.. AlwaysOf.Select(a => TableOf(a.Key, a.Value))];

    /// <summary>
    /// The trial of a deciding server whose download took longest beside the better of both, and by how much, in percent; null where there
    /// is none.
    /// </summary>
    public static (MeasuredTrial Trial, double Percent)? WorstOf(MeasuredStudy study)
    {
        var times = study.Trials.Where(t => TimeOf(t) is not null).DistinctBy(t => t.Levels)
            .ToDictionary(t => t.Levels, t => TimeOf(t)!.Value);
        double? Beside(FactorLevels levels, Level compression) => times.TryGetValue(levels.With(compression), out var time) ? time : null;
        var worst = (from trial in study.Trials
                     where TimeOf(trial) is not null && AlwaysOf.ContainsKey(trial.Levels[Codec])
                     let plain = Beside(trial.Levels, Uncompressed)
                     let always = Beside(trial.Levels, AlwaysOf[trial.Levels[Codec]])
                     where plain is not null && always is not null
                     let percent = 100 * ((TimeOf(trial)!.Value / Math.Min(plain.Value, always.Value)) - 1)
                     orderby percent descending
                     select (trial, percent)).Take(1).ToList();
        return worst.Count > 0 ? worst[0] : null;
    }

    private static double? TimeOf(MeasuredTrial trial) => trial.Find(CompressionMetrics.DownloadTime);

    private static TableSpec TableOf(Level adaptive, Level always)
    {
        var factors = Of(Profile.Full);
        var baseline = FactorLevels.BaselineOf(factors);
        Level[] columns = [Uncompressed, always, adaptive];
        return new(
            $"Milliseconds for the download by {always.Name} where it pays, beside always and never",
            "none; a server that decides was not measured there",
            CompressionMetrics.DownloadTime,
            [.. columns.Select(c => c.Name), Difference],
            [
                .. from payload in Payload.Levels
                   from shape in Shape.Levels
                   from link in Line.Levels
                   let levels = baseline.With(payload, shape, link)
                   select new ComparedRow(
                       $"measured: {payload.Name} as {(shape == OneMessage ? "one message" : "a stream")}, "
                           + $"{(link == NoLink ? "loopback" : link.Name)}",
                       [.. columns.Select(c => levels.With(c))]),
            ]);
    }
}
