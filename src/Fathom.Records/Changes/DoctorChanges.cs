using System.Globalization;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Records.Changes;

/// <summary>Compares two verdicts on one program, process or service: whether it is faster now, and which causes came and went. Has no
/// state.</summary>
public static class DoctorChanges
{
    /// <summary>Compares two records.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    /// <exception cref="ArgumentException">The records cannot be compared (<see cref="DoctorComparability.Refusals(DoctorRecord,
    /// DoctorRecord)"/>).</exception>
    public static DoctorChange Between(DoctorRecord before, DoctorRecord after)
    {
        if (DoctorComparability.Refusals(before, after) is [var refusal, ..])
        {
            throw new ArgumentException($"The records cannot be compared: {refusal}.", nameof(after));
        }

        var time = TimeChange(before, after);
        var causes = Causes(before, after);
        return new DoctorChange
        {
            Since = before.Started,
            Verdict = Sentence(time, causes),
            Time = time,
            Causes = causes,
            Caveats = DoctorComparability.Caveats(before, after),
        };
    }

    // Null where nothing was timed of both as they are.
    private static DoctorTimeChange? TimeChange(DoctorRecord before, DoctorRecord after)
    {
        var (then, now) = (Unchanged(before), Unchanged(after));
        if (after.Metric is { } metric && then.Length > 0 && now.Length > 0)
        {
            return TimeChange(metric, then, now, after.Seed);
        }

        // Of a service what its first cause is a share of: calls at once, or one call.
        var shared = before.Causes is [{ ShareOf: { } of }, ..] ? of : "";
        return before.Times.OrderByDescending(t => shared.EndsWith(t.Text, StringComparison.Ordinal))
            .Select(t => (Then: t, Now: after.Times.FirstOrDefault(n => n.Text == t.Text)))
            .Where(t => t.Now is not null)
            .Select(t => TimeChange(new DoctorMetric(t.Then.Text, t.Then.Unit, null, LargerIsBetter: false), [.. t.Then.Values],
                [.. t.Now!.Values], after.Seed))
            .FirstOrDefault();
    }

    private static DoctorTimeChange TimeChange(DoctorMetric metric, double[] then, double[] now, int seed)
    {
        var compared = new ComparedValues("unchanged runs", then, now, metric.LargerIsBetter ? Better.Higher : Better.Lower);
        var verdict = ChangeTest.Judge([compared], seed, "runs")[0];
        return new(metric.Text, metric.Unit, Sample.Median(then), Sample.Median(now), verdict.Estimate, verdict.Kind, verdict.PValue,
            then.Length, now.Length, verdict.Reason);
    }

    // As the program prints them: of a number that is better when it is larger, runs have the inverse.
    private static double[] Unchanged(DoctorRecord record) =>
    [
        .. record.Runs.Where(r => r is { IsCompared: true, Change: "", Value: > 0 })
            .Select(r => record.Metric is { LargerIsBetter: true } ? 1 / r.Value : r.Value),
    ];

    private static List<DoctorCauseChange> Causes(DoctorRecord before, DoctorRecord after)
    {
        var (then, now) = (before.Causes.ToDictionary(c => c.Id), after.Causes.ToDictionary(c => c.Id));
        var ruledOut = after.RuledOut.GroupBy(r => r.Id).ToDictionary(g => g.Key, g => g.First().By);
        return
        [
            .. before.Causes.Select(c => now.TryGetValue(c.Id, out var left)
                ? new DoctorCauseChange(c.Id, CauseFate.Left, Text(c), Text(left))
                : ruledOut.TryGetValue(c.Id, out var by) ? new DoctorCauseChange(c.Id, CauseFate.Gone, Text(c), by)
                : new DoctorCauseChange(c.Id, CauseFate.NotSeen, Text(c), null)),
            .. after.Causes.Where(c => !then.ContainsKey(c.Id)).Select(c => new DoctorCauseChange(c.Id, CauseFate.New, null, Text(c))),
        ];
    }

    private static string Text(DoctorCause cause) => string.Create(CultureInfo.InvariantCulture,
        $"{100 * cause.Share:0.#} % of the time, {(cause.Kind == FindingKind.Finding ? "proven" : "a hint")}: {cause.Evidence}");

    private static string Sentence(DoctorTimeChange? time, List<DoctorCauseChange> causes)
    {
        var gone = causes.Where(c => c.Became == CauseFate.Gone).Select(c => c.Id).ToList();
        var left = causes.Where(c => c.Became is CauseFate.Left or CauseFate.New).Select(c => c.Id).ToList();
        var rest = left.Count > 0 ? $" Still a cause, or a new one: {string.Join(", ", left)}." : "";
        var causesGone = gone.Count > 0 ? $"{string.Join(" and ", gone)} {(gone.Count == 1 ? "is" : "are")} gone" : "no cause is gone";
        return time switch
        {
            null => $"The time was not compared: the records have no times of the same. By what was seen, {causesGone}.{rest}",
            { Kind: ChangeKind.Better } when gone.Count > 0 =>
                $"The fix is proven: {Times(time)}, and {causesGone}.{rest}",
            { Kind: ChangeKind.Better } => $"Better: {Times(time)}; but {causesGone}, so that something else may have changed.{rest}",
            { Kind: ChangeKind.Worse } => $"Worse: {Times(time)}; {causesGone}.{rest}",
            { Kind: ChangeKind.Same } => $"It makes no difference: {Times(time)}; {causesGone}.{rest}",
            _ => $"Not proven ({time.Reason}): {Times(time)}; {causesGone}.{rest}",
        };
    }

    private static string Times(DoctorTimeChange time) =>
        $"{time.Metric} {Shown(time.Before, time.Unit)} then and {Shown(time.After, time.Unit)} now";

    private static string Shown(double value, string unit) => unit.Length > 0 ? Amount.Show(value, unit) : Amount.Number(value);
}
