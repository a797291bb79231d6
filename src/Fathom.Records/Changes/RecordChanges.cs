namespace Fathom.Records.Changes;

/// <summary>
/// What changed from one record of a study to another: the metrics of every trial that both have, tested, and the causes that came and
/// went. All tests of a difference have a probability of at most 5 % of one or more false ones together (Holm's procedure), and so have
/// all tests of an equivalence. Immutable.
/// </summary>
public sealed record RecordChanges
{
    /// <summary>The compared metrics of the trials of both records, in the order of the earlier record.</summary>
    public required IReadOnlyList<MetricChange> Metrics { get; init; }

    /// <summary>Ids, in the earlier record, of trials that the later record does not have.</summary>
    public required IReadOnlyList<string> OnlyBefore { get; init; }

    /// <summary>Ids, in the later record, of trials that the earlier record does not have.</summary>
    public required IReadOnlyList<string> OnlyAfter { get; init; }

    /// <summary>Ids of causes that were proven in the earlier record alone.</summary>
    public required IReadOnlyList<string> CausesGone { get; init; }

    /// <summary>Ids of causes that are proven in the later record alone.</summary>
    public required IReadOnlyList<string> CausesNew { get; init; }

    /// <summary>Ids of causes that are proven in both.</summary>
    public required IReadOnlyList<string> CausesLeft { get; init; }

    /// <summary>What a reader must know to judge the comparison: sentences.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }

    /// <summary>Compares two records of one study.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    /// <param name="metrics">Ids of the metrics to compare; empty for those that the study's findings compare, or the first one that
    /// reports show where there is no finding. Each one more makes every test stricter.</param>
    /// <exception cref="ArgumentException">The records cannot be compared (<see cref="Comparability.Refusals"/>), or a metric is not in
    /// both.</exception>
    public static RecordChanges Between(RunRecord before, RunRecord after, IReadOnlyCollection<string> metrics)
    {
        ArgumentNullException.ThrowIfNull(metrics);
        if (Comparability.Refusals(before, after) is [var refusal, ..])
        {
            throw new ArgumentException($"The records cannot be compared: {refusal}.", nameof(after));
        }

        var pairs = Pairs(before, after);
        var changes = from metric in Compared(before, after, metrics)
                      from pair in pairs
                      select (pair.Before, pair.After, Metric: metric);
        var (causes, left) = (Proven(before), Proven(after));
        return new()
        {
            Metrics = Judge([.. changes], after.Seed),
            OnlyBefore = [.. before.Trials.Except(pairs.Select(p => p.Before)).Select(t => t.Id)],
            OnlyAfter = [.. after.Trials.Except(pairs.Select(p => p.After)).Select(t => t.Id)],
            CausesGone = [.. causes.Except(left)],
            CausesNew = [.. left.Except(causes)],
            CausesLeft = [.. causes.Intersect(left)],
            Caveats = [.. Comparability.Caveats(before, after), .. Errors(pairs)],
        };
    }

    private static List<(TrialResult Before, TrialResult After)> Pairs(RunRecord before, RunRecord after)
    {
        var common = before.Factors.Select(f => f.Name).Intersect(after.Factors.Select(f => f.Name)).ToList();
        return
        [
            .. from one in before.Trials
               let other = after.Trials.FirstOrDefault(t => common.TrueForAll(
                   f => t.Factors.GetValueOrDefault(f) == one.Factors.GetValueOrDefault(f)))
               where other is not null
               select (one, other),
        ];
    }

    private static IEnumerable<MetricInfo> Compared(RunRecord before, RunRecord after, IReadOnlyCollection<string> asked)
    {
        var both = after.Metrics.Where(m => before.Metrics.Any(b => b.Id == m.Id && b.Unit == m.Unit)).ToList();
        if (asked.FirstOrDefault(id => both.TrueForAll(m => m.Id != id)) is { } missing)
        {
            throw new ArgumentException(
                $"'{missing}' is no metric of both records; accepted: {string.Join(", ", both.Select(m => m.Id))}.", nameof(asked));
        }

        var proven = before.Findings.Concat(after.Findings).Select(f => f.Metric).OfType<string>().ToHashSet();
        return asked.Count > 0 ? both.Where(m => asked.Contains(m.Id))
            : both.Exists(m => proven.Contains(m.Id)) ? both.Where(m => proven.Contains(m.Id))
            : both.Where(m => m.Headline).Take(1);
    }

    private static List<MetricChange> Judge(IReadOnlyList<(TrialResult Before, TrialResult After, MetricInfo Metric)> all, int seed)
    {
        var measured = all
            .Select(c => (Change: c, Before: Values(c.Before, c.Metric), After: Values(c.After, c.Metric)))
            .Where(c => c.Before.Length > 0 && c.After.Length > 0 && c.Before.Concat(c.After).All(v => v > 0 && double.IsFinite(v)))
            .ToList();
        var verdicts = ChangeTest.Judge(
            [.. measured.Select(c => new ComparedValues(
                $"{c.Change.Before.Id} {c.Change.Metric.Id}", c.Before, c.After, c.Change.Metric.Better))],
            seed, "replicates");
        return
        [
            .. measured.Zip(verdicts, (m, v) =>
                new MetricChange(m.Change.Before, m.Change.After, m.Change.Metric, v.Estimate, v.Kind, v.Reason)),
        ];
    }

    private static IEnumerable<string> Errors(IEnumerable<(TrialResult Before, TrialResult After)> pairs) => pairs
        .Where(p => p.Before.Errors != p.After.Errors)
        .Select(p => $"{p.Before.Id}: {p.Before.Errors} failed calls before, {p.After.Errors} after; times of failed calls say little");

    private static double[] Values(TrialResult trial, MetricInfo metric) =>
        [.. trial.Replicates.Where(r => r.Values.ContainsKey(metric.Id)).Select(r => r.Values[metric.Id])];

    private static List<string> Proven(RunRecord record) =>
        [.. record.Findings.Where(f => f.Kind == FindingKind.Finding).Select(f => f.Id).Distinct()];
}
