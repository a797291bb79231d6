using Fathom.Records.Doctors;

namespace Fathom.Records.Changes;

/// <summary>What keeps two verdicts from being compared, and what a reader of their comparison must know.</summary>
public static class DoctorComparability
{
    /// <summary>Returns why the two records cannot be compared: sentences, empty where they can.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Refusals(DoctorRecord before, DoctorRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return Refusals(before, after.Target, after.Metric, after.Machine);
    }

    /// <summary>Returns why an examination that has not begun could not be compared with a record.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="target">What will be examined.</param>
    /// <param name="metric">What will decide how fast it is; null where it is not run.</param>
    /// <param name="machine">The machine.</param>
    public static IReadOnlyList<string> Refusals(DoctorRecord before, DoctorTarget target, DoctorMetric? metric, MachineInfo machine)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(target);
        if (before.Target != target)
        {
            return [$"one record is of the {before.Target.Kind} '{before.Target.Name}', the other of the {target.Kind} '{target.Name}'; "
                + "two records of the same are accepted"];
        }

        return
        [
            .. Comparability.Machines(before.Machine, machine),
            .. before.Metric == metric ? Array.Empty<string>()
                : [$"one compares {Text(before.Metric)}, the other {Text(metric)}; repeat one of them with the --metric of the other"],
        ];
    }

    /// <summary>Returns what a reader must know to judge the comparison: sentences.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Caveats(DoctorRecord before, DoctorRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return
        [
            "the runs of then and of now were not interleaved: what else changed between them, on the machine too, is part of the "
                + "difference; records do not hold arguments, which must be the same",
            .. Comparability.Surroundings(before.Machine, after.Machine),
            .. Comparability.Interrupted("first", before.Partial),
            .. Comparability.Interrupted("second", after.Partial),
            .. Failed("then", before),
            .. Failed("now", after),
        ];
    }

    private static IEnumerable<string> Failed(string when, DoctorRecord record) =>
        record.Runs.Where(r => r.Change.Length == 0 && r.ExitCode != 0).Select(r => r.ExitCode).Distinct().ToList() is [_, ..] codes
            ? [$"exit codes {when}: {string.Join(", ", codes)}; a program that fails early is not slow"] : [];

    private static string Text(DoctorMetric? metric) => metric switch
    {
        null => "nothing that its record names (it is of an earlier version)",
        { Pattern: { } pattern } => $"the number of '{pattern}', {(metric.LargerIsBetter ? "larger" : "smaller")} is better",
        _ => $"the {metric.Text}",
    };
}
