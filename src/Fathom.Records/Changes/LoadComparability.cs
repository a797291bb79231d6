using Fathom.Records.Loads;
using Fathom.Records.Words;

namespace Fathom.Records.Changes;

/// <summary>What keeps two records of load from being compared, and what a reader of their comparison must know.</summary>
public static class LoadComparability
{
    /// <summary>Returns why the two records cannot be compared: sentences, empty where they can.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Refusals(LoadRecord before, LoadRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        if (before.Plan.Call != after.Plan.Call)
        {
            return [$"one record is of calls of {before.Plan.Call}, the other of {after.Plan.Call}; two records of the same method are "
                + "accepted"];
        }

        var differences = Settings(before.Plan, IsEarlier(before, after)).Zip(Settings(after.Plan, IsEarlier(before, after)))
            .Where(s => s.First.Value != s.Second.Value)
            .Select(s => $"{s.First.Name} ({s.First.Value} and {s.Second.Value})").ToList();
        return
        [
            .. Comparability.Machines(before.Machine, after.Machine),
            .. differences.Count == 0 ? Array.Empty<string>()
                : [$"their plans differ in {string.Join(", ", differences)}; repeat one of the runs with the flags of the other"],
        ];
    }

    /// <summary>Returns what a reader must know to judge the comparison: sentences.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Caveats(LoadRecord before, LoadRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return
        [
            .. Invalid("first", before),
            .. Invalid("second", after),
            "one run each: an interval holds what varied within the runs, not what varies from run to run; repeat both, and believe what "
                + "repeats",
            .. IsEarlier(before, after) ? ["records of earlier versions do not hold --deadline, --skip-first, --check and whether there is "
                    + "--data: the comparison assumes that both runs had the same"]
                : before.Plan.DataFormat is not null
                    ? ["records do not hold requests: the comparison assumes that both runs had the same --data"] : Array.Empty<string>(),
            .. Comparability.Surroundings(before.Machine, after.Machine),
            .. Comparability.Interrupted("first", before.Partial),
            .. Comparability.Interrupted("second", after.Partial),
        ];
    }

    // The figures of an invalid run are the generator's.
    private static IEnumerable<string> Invalid(string which, LoadRecord record) => record.Valid ? []
        : [$"the {which} run is invalid ({string.Join(", ", record.Verdicts.Where(v => v.Invalid).Select(v => v.Id))}): its figures are "
            + "not the server's, and nothing is decided by them"];

    private static bool IsEarlier(LoadRecord before, LoadRecord after) => before.CountedSeconds is null || after.CountedSeconds is null;

    private static IEnumerable<(string Name, string Value)> Settings(LoadPlanInfo plan, bool isEarlier)
    {
        yield return ("kind of call", plan.Kind);
        yield return ("TLS", plan.Tls ? "on" : "off");
        yield return ("arrivals", plan.Arrivals);
        yield return ("--concurrency", Text(plan.Concurrency));
        yield return ("--rps", Text(plan.Rate));
        yield return ("--stage", plan.Stages.Count == 0 ? "none" : string.Join(' ', plan.Stages));
        yield return ("--connections", Text(plan.Connections));
        yield return ("--channel", plan.Channel);
        yield return ("--threads", Text(plan.Threads));
        yield return ("--shard", plan.Shard);
        yield return ("--stream-for", Seconds(plan.StreamForSeconds));
        yield return ("--accept-status", plan.AcceptedStatuses is { } statuses ? string.Join(',', statuses) : "none");
        if (!isEarlier)
        {
            yield return ("--deadline", Seconds(plan.DeadlineSeconds));
            yield return ("--skip-first", Text(plan.SkipFirst));
            yield return ("--data", plan.DataFormat ?? "none");
            yield return ("--check", plan.ChecksReplies ? "given" : "not given");
        }
    }

    private static string Seconds(double? value) => value is null ? "none" : Amount.Show(value.Value, "s");

    private static string Text<T>(T value) => value is null ? "none" : FormattableString.Invariant($"{value}");
}
