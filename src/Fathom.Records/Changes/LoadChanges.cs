using System.Globalization;
using Fathom.Records.Loads;
using Fathom.Statistics;

namespace Fathom.Records.Changes;

/// <summary>What became of one figure from one record of load to another.</summary>
/// <param name="Figure">Its name in records, such as <c>latency_p99</c>; <c>failed</c> is the share of failed calls.</param>
/// <param name="Text">What it is, in a few words.</param>
/// <param name="Unit">Its unit as in records; empty for a share.</param>
/// <param name="Before">The figure of the earlier run.</param>
/// <param name="After">The figure of the later run.</param>
/// <param name="Change">After divided by before, or after minus before for a share, from blocks of seconds; null where the record has the
/// figure of the whole run alone.</param>
/// <param name="Kind">The verdict.</param>
/// <param name="Reason">What it rests on, or why there is none.</param>
public sealed record LoadFigureChange(
    string Figure, string Text, string Unit, double Before, double After, Estimate? Change, ChangeKind Kind, string Reason);

/// <summary>What changed from one record of load to another. Immutable.</summary>
public sealed record LoadChanges
{
    /// <summary>The share of failed calls.</summary>
    public const string Failed = "failed";

    private static readonly (string Figure, string Text, Better Better, Func<LoadSecond, double?>? OfSecond)[] Known =
    [
        ("rate", "calls a second", Better.Higher, null),
        (Failed, "failed calls", Better.Lower, null),
        ("latency_p50", "latency, p50", Better.Lower, s => s.P50Us),
        ("latency_p90", "latency, p90", Better.Lower, null),
        ("latency_p99", "latency, p99", Better.Lower, s => s.P99Us),
        ("latency_p99_9", "latency, p99.9", Better.Lower, null),
        ("latency_max", "latency, longest", Better.Lower, null),
    ];

    /// <summary>The figures that both records have.</summary>
    public required IReadOnlyList<LoadFigureChange> Figures { get; init; }

    /// <summary>Failed calls before and after, by gRPC status.</summary>
    public required IReadOnlyDictionary<string, (long Before, long After)> Failures { get; init; }

    /// <summary>What a reader must know to judge the comparison: sentences.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }

    /// <summary>Compares two records of load.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    /// <param name="figures">Names of the figures to compare; empty for all. Each one more makes every test stricter.</param>
    /// <exception cref="ArgumentException">The records cannot be compared (<see cref="LoadComparability.Refusals"/>), or a figure is not in
    /// both.</exception>
    public static LoadChanges Between(LoadRecord before, LoadRecord after, IReadOnlyCollection<string> figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        if (LoadComparability.Refusals(before, after) is [var refusal, ..])
        {
            throw new ArgumentException($"The records cannot be compared: {refusal}.", nameof(after));
        }

        var both = Known.Where(k => Value(before, k.Figure) is not null && Value(after, k.Figure) is not null).ToList();
        if (figures.FirstOrDefault(id => both.TrueForAll(k => k.Figure != id)) is { } missing)
        {
            throw new ArgumentException(
                $"'{missing}' is no figure of both records; accepted: {string.Join(", ", both.Select(k => k.Figure))}.", nameof(figures));
        }

        var wanted = both.Where(k => figures.Count == 0 || figures.Contains(k.Figure)).ToList();
        var (blocks, later) = (new LoadBlocks(before), new LoadBlocks(after));
        var tested = wanted.Select(k => (k.Figure, Values: Compared(k, blocks, later))).Where(t => t.Values is { Fewest: > 0 }).ToList();
        var verdicts = tested.Zip(ChangeTest.Judge([.. tested.Select(t => t.Values!)], after.Plan.Seed, "blocks of seconds"))
            .ToDictionary(v => v.First.Figure, v => v.Second);
        var isValid = before.Valid && after.Valid;
        return new()
        {
            Figures = [.. wanted.Select(k => Describe(before, after, (k.Figure, k.Text), verdicts.GetValueOrDefault(k.Figure), isValid))],
            Failures = before.Outcomes.Keys.Union(after.Outcomes.Keys).Where(s => s != "OK").Order(StringComparer.Ordinal).ToDictionary(
                s => s, s => (before.Outcomes.GetValueOrDefault(s), after.Outcomes.GetValueOrDefault(s))),
            Caveats = [Blocks(blocks, later), .. LoadComparability.Caveats(before, after)],
        };
    }

    private static ComparedValues? Compared((string Figure, string Text, Better Better, Func<LoadSecond, double?>? OfSecond) known,
        LoadBlocks before, LoadBlocks after) => known switch
    {
        { Figure: "rate" } => new("rate", before.Rates, after.Rates, known.Better),
        { Figure: Failed } => new(Failed, before.FailedShares, after.FailedShares, known.Better, IsShare: true),
        { OfSecond: { } percentile } => new(known.Figure, before.Of(percentile), after.Of(percentile), known.Better),
        _ => null,
    };

    private static LoadFigureChange Describe(
        LoadRecord before, LoadRecord after, (string Figure, string Text) figure, ChangeVerdict? verdict, bool isValid) => new(
        figure.Figure, figure.Text, figure.Figure == Failed ? "" : after.Figures[figure.Figure].Unit,
        Value(before, figure.Figure)!.Value, Value(after, figure.Figure)!.Value, verdict?.Estimate,
        isValid ? verdict?.Kind ?? ChangeKind.Undecided : ChangeKind.Undecided,
        verdict is null ? "no interval: one run, and the record does not have this figure for each second"
            : isValid ? verdict.Reason : "nothing is decided by an invalid run");

    private static double? Value(LoadRecord record, string figure) => figure == Failed
        ? record.Calls == 0 ? null : (double)record.Failed / record.Calls
        : record.Figures.TryGetValue(figure, out var value) ? value.Value : null;

    private static string Blocks(LoadBlocks before, LoadBlocks after) => string.Create(CultureInfo.InvariantCulture,
        $"ratios, differences and their intervals are of blocks of whole seconds ({before.Seconds} s before, {after.Seconds} s after, "
            + $"without the first and the last), and of the percentiles of each second; the figures beside them are of the whole runs");
}
