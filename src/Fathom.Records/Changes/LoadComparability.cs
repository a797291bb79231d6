using Fathom.Records.Loads;

namespace Fathom.Records.Changes;

/// <summary>What keeps two records of load from being compared, and what a reader of their comparison must know.</summary>
public static class LoadComparability
{
    // Flags that decide what a call is or which calls are counted, beside those that the plan of a record has.
    private static readonly string[] Deciding = ["--data", "--data-format", "--deadline", "--skip-first", "--check",
        "--find-capacity", "--stream-for", "--accept-status"];

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

        var differences = Settings(before.Plan).Zip(Settings(after.Plan)).Where(s => s.First.Value != s.Second.Value)
            .Select(s => $"{s.First.Name} ({s.First.Value} and {s.Second.Value})")
            .Concat(Deciding.Where(f => Flag(before, f) != Flag(after, f)).Select(f => $"{f} ({Flag(before, f)} and {Flag(after, f)})"))
            .ToList();
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
            .. before.Command.Concat(after.Command).Contains("--data")
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

    private static IEnumerable<(string Name, string Value)> Settings(LoadPlanInfo plan)
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
    }

    private static string Text<T>(T value) => value is null ? "none" : FormattableString.Invariant($"{value}");

    // Switches stand alone; whatever begins with a dash is the next flag.
    private static string Flag(LoadRecord record, string flag)
    {
        var command = record.Command.ToList();
        return command.IndexOf(flag) is var at and >= 0
            ? at + 1 < command.Count && !command[at + 1].StartsWith("--", StringComparison.Ordinal) ? command[at + 1] : "given"
            : "not given";
    }
}
