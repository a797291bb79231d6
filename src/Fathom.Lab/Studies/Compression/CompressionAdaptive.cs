using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Compression;

/// <summary>What a server that decides by what it measures makes of every payload and line, beside the two that do not decide.</summary>
internal static class CompressionAdaptive
{
    private const string Difference = "against the better of both";
    private static readonly string[] Codecs = ["gzip", "zstd 9", "br 5", "lz4", "zstd"];

    /// <summary>One for each codec.</summary>
    public static IReadOnlyList<TableSpec> Tables { get; } = [.. Codecs.Select(TableOf)];

    /// <summary>The trial of a server that decides in which a download took longest beside the better of both, and by how much, in percent;
    /// null where there is none.</summary>
    public static (TrialResult Trial, double Percent)? WorstOf(RunRecord record)
    {
        var measured = record.Trials.Where(t => t.Metrics.ContainsKey(CompressionPaysBelowRule.DownloadMs)).ToList();
        var worst = (from trial in measured
                     where CompressionFactors.Decides(trial.Factors[CompressionFactors.Compression])
                     let plain = Beside(trial, CompressionPaysBelowRule.None)
                     let always = Beside(trial, trial.Factors[CompressionFactors.Compression][..^CompressionFactors.WherePays.Length])
                     where plain is not null && always is not null
                     let percent = 100 * ((CompressionLines.TimeOf(trial) / Math.Min(
                         CompressionLines.TimeOf(plain), CompressionLines.TimeOf(always))) - 1)
                     orderby percent descending
                     select (trial, percent)).Take(1).ToList();
        return worst.Count > 0 ? worst[0] : null;

        TrialResult? Beside(TrialResult trial, string compression) => measured.FirstOrDefault(t => trial.Factors.All(
            f => t.Factors.GetValueOrDefault(f.Key) == (f.Key == CompressionFactors.Compression ? compression : f.Value)));
    }

    private static TableSpec TableOf(string codec)
    {
        var factors = CompressionFactors.Of(Profile.Full);
        var baseline = FactorLevels.BaselineOf(factors);
        string[] columns = [CompressionPaysBelowRule.None, codec, codec + CompressionFactors.WherePays];
        return new(
            $"Milliseconds for the download by {codec} where it pays, beside always and never",
            "none; a server that decides was not measured there",
            CompressionPaysBelowRule.DownloadMs,
            [.. columns, Difference],
            [
                .. from payload in LevelsOf(CompressionFactors.Payload)
                   from shape in LevelsOf(CompressionFactors.Shape)
                   from link in LevelsOf(CompressionFactors.Link)
                   let levels = baseline.With(CompressionFactors.Payload, payload).With(CompressionFactors.Shape, shape)
                       .With(CompressionFactors.Link, link)
                   select new ComparedRow(
                       $"measured: {payload} as {(shape == "one" ? "one message" : "a stream")}, "
                           + $"{(link == CompressionFactors.NoLink ? "loopback" : link)}",
                       [.. columns.Select(c => levels.With(CompressionFactors.Compression, c))]),
            ]);

        IReadOnlyList<string> LevelsOf(string factor) => factors.First(f => f.Name == factor).Levels;
    }
}
