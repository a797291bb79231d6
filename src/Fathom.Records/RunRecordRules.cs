using Fathom.Records.Schemas;

namespace Fathom.Records;

/// <summary>Checks consistency between the parts of a record, which a schema cannot express: every name is declared, and the pair of a
/// finding differs in one factor.</summary>
public static class RunRecordRules
{
    /// <summary>Returns every rule that <paramref name="record"/> violates.</summary>
    public static IReadOnlyList<RecordProblem> Check(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return
        [
            .. Duplicates("/factors", [.. record.Factors.Select(f => f.Name)]),
            .. Duplicates("/metrics", [.. record.Metrics.Select(m => m.Id)]),
            .. Duplicates("/trials", [.. record.Trials.Select(t => t.Id)]),
            .. ReservedNames(record),
            .. record.Trials.Index().SelectMany(t => TrialRules.Check(record, t.Item, $"/trials/{t.Index}")),
            .. record.Failures.Index().SelectMany(f => UnknownTrial(record, f.Item.Trial, $"/failures/{f.Index}/trial")),
            .. record.Tables.Index().SelectMany(t => Table(record, t.Item, $"/tables/{t.Index}")),
            .. record.Lines.Index().SelectMany(l => UnknownTrial(record, l.Item.Trial, $"/lines/{l.Index}/trial")),
            .. record.Pictures.Index().SelectMany(p => Picture(record, p.Item, $"/pictures/{p.Index}")),
            .. record.Findings.Index().SelectMany(f => Pair(record, f.Item, $"/findings/{f.Index}")),
        ];
    }

    private static IEnumerable<RecordProblem> Duplicates(string pointer, IReadOnlyList<string> names) =>
        names.GroupBy(n => n, StringComparer.Ordinal).Where(g => g.Count() > 1)
            .Select(g => new RecordProblem(pointer, $"\"{g.Key}\" {g.Count()} times", "each name once"));

    private static IEnumerable<RecordProblem> ReservedNames(RunRecord record) =>
        record.Metrics.Index().Where(m => ReplicateConverter.Reserved.Contains(m.Item.Id))
            .Select(m => new RecordProblem($"/metrics/{m.Index}/id", $"\"{m.Item.Id}\"",
                $"a name other than {string.Join(", ", ReplicateConverter.Reserved)}, which replicates have"));

    private static IEnumerable<RecordProblem> UnknownTrial(RunRecord record, string trial, string pointer) =>
        record.Trials.Any(t => t.Id == trial) ? [] : [new RecordProblem(pointer, $"\"{trial}\"", "the id of a trial of this record")];

    private static IEnumerable<RecordProblem> Table(RunRecord record, ComparisonTable table, string pointer)
    {
        foreach (var (index, row) in table.Rows.Index())
        {
            if (row.Cells.Count != table.Columns.Count)
            {
                yield return new RecordProblem($"{pointer}/rows/{index}/cells", $"{row.Cells.Count} cell(s)",
                    $"one per column: {table.Columns.Count}");
            }

            foreach (var (cell, metric) in row.Cells.Index().Where(c => c.Item.Metric is { } id && record.Metrics.All(m => m.Id != id)))
            {
                yield return new RecordProblem($"{pointer}/rows/{index}/cells/{cell}/metric", $"\"{metric.Metric}\"",
                    "a metric that /metrics declares");
            }

            foreach (var problem in row.Cells.Index().Where(c => c.Item.Trial is not null)
                .SelectMany(c => UnknownTrial(record, c.Item.Trial!, $"{pointer}/rows/{index}/cells/{c.Index}/trial")))
            {
                yield return problem;
            }
        }
    }

    private static IEnumerable<RecordProblem> Picture(RunRecord record, PictureInfo picture, string pointer)
    {
        bool IsFactor(string name) => record.Factors.Any(f => f.Name == name);
        bool IsMetric(string name) => record.Metrics.Any(m => m.Id == name);
        (string At, string? Name, bool Declared, string What)[] named =
        [
            ("x", picture.X, IsMetric(picture.X) || IsFactor(picture.X), "a declared metric or factor"),
            ("y", picture.Y, IsMetric(picture.Y), "a declared metric"),
            ("series", picture.Series, IsFactor(picture.Series), "a declared factor"),
            .. picture.Panels.Index().Select(p => ($"panels/{p.Index}", (string?)p.Item, IsFactor(p.Item), "a declared factor")),
            ("mark", picture.Mark, picture.Mark is null || IsMetric(picture.Mark), "a declared metric"),
        ];
        return named.Where(n => !n.Declared).Select(n => new RecordProblem($"{pointer}/{n.At}", $"\"{n.Name}\"", n.What));
    }

    private static RecordProblem[] Pair(RunRecord record, Finding finding, string pointer)
    {
        (string Name, bool IsThere)[] members =
        [
            ("baseline", finding.Baseline is not null), ("counterfactual", finding.Counterfactual is not null),
            ("changed", finding.Changed is not null), ("metric", finding.Metric is not null), ("ratio", finding.Ratio is not null),
        ];
        if (finding.Pair is not { } pair)
        {
            return members.All(m => !m.IsThere) ? []
                : [.. members.Where(m => !m.IsThere).Select(m => new RecordProblem($"{pointer}/{m.Name}", "nothing",
                    $"all of {string.Join(", ", members.Select(x => x.Name))}, or none when no two trials were compared"))];
        }

        RecordProblem[] unknown = [.. UnknownTrial(record, pair.Baseline, $"{pointer}/baseline"),
            .. UnknownTrial(record, pair.Counterfactual, $"{pointer}/counterfactual")];
        return unknown.Length > 0 || finding.Kind == FindingKind.Hint ? unknown : DiffersInOneFactor(record, pair, pointer);
    }

    private static RecordProblem[] DiffersInOneFactor(RunRecord record, FindingPair pair, string pointer)
    {
        var (baseline, counterfactual) = (record.Trial(pair.Baseline).Factors, record.Trial(pair.Counterfactual).Factors);
        string[] different = [.. baseline.Keys.Union(counterfactual.Keys)
            .Where(f => baseline.GetValueOrDefault(f) != counterfactual.GetValueOrDefault(f))];
        var (factor, from, to) = pair.Changed;
        return different.Length == 1 && different[0] == factor && baseline.GetValueOrDefault(factor) == from
            && counterfactual.GetValueOrDefault(factor) == to
            ? []
            : [new RecordProblem(
                $"{pointer}/changed",
                $"{factor} from \"{from}\" to \"{to}\", but the trials differ in "
                    + $"{(different.Length == 0 ? "nothing" : string.Join(", ", different))}",
                "the one factor in which the two trials differ; otherwise it is a hint")];
    }
}
