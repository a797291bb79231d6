namespace Fathom.Records.Changes;

/// <summary>What keeps two records from being compared, and what a reader of their comparison must know.</summary>
public static class Comparability
{
    /// <summary>Returns why the two records cannot be compared: sentences, empty where they can.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Refusals(RunRecord before, RunRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        if (before.Study != after.Study)
        {
            return [$"one record is of '{before.Study}', the other of '{after.Study}'; two records of the same study are accepted"];
        }

        return [.. Machines(before.Machine, after.Machine), .. Plans(before, after)];
    }

    /// <summary>Returns what a reader must know to judge the comparison: sentences.</summary>
    /// <param name="before">The earlier record.</param>
    /// <param name="after">The later record.</param>
    public static IReadOnlyList<string> Caveats(RunRecord before, RunRecord after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return
        [
            // Unlike the trials of one run, those of two were not measured in turn.
            "the two runs were not interleaved: what else changed between them, on the machine too, is part of each ratio",
            .. Surroundings(before.Machine, after.Machine),
            .. Interrupted("first", before.Partial),
            .. Interrupted("second", after.Partial),
        ];
    }

    /// <summary>Why figures of two machines cannot be compared; empty where they can.</summary>
    // Any figure of another machine differs, and a ratio would say nothing of what the user changed.
    internal static IEnumerable<string> Machines(MachineInfo before, MachineInfo after)
    {
        if (before.Cpu != after.Cpu)
        {
            yield return $"they are of different machines (processor '{before.Cpu}' and '{after.Cpu}'); repeat one of the runs on the "
                + "other's machine";
        }
        else if (before.Cores != after.Cores)
        {
            yield return $"they had different numbers of processors ({before.Cores} and {after.Cores}); repeat one of the runs with the "
                + "other's number";
        }
    }

    private static IEnumerable<string> Plans(RunRecord before, RunRecord after)
    {
        if (before.Profile != after.Profile)
        {
            yield return $"their profiles differ ('{before.Profile}' and '{after.Profile}'), and with them what a trial does; repeat one "
                + $"of the runs with --profile {before.Profile} or {after.Profile}";
        }

        var (known, others) = (before.Factors.Select(f => f.Name).ToHashSet(), after.Factors.Select(f => f.Name).ToHashSet());
        foreach (var (record, which, other) in new[] { (before, "first", others), (after, "second", known) })
        {
            foreach (var factor in record.Factors.Where(f => !other.Contains(f.Name) && f.Levels.Count > 1))
            {
                yield return $"only the {which} record has the factor '{factor.Name}', with {factor.Levels.Count} levels; it is not "
                    + "known which of them the other was measured with";
            }
        }
    }

    private static IEnumerable<string> Different(string what, string? before, string? after) =>
        before == after ? [] : [$"{what} differs: {before ?? "not known"} before, {after ?? "not known"} after"];

    /// <summary>What differs on one machine and can change figures.</summary>
    internal static IEnumerable<string> Surroundings(MachineInfo before, MachineInfo after) =>
    [
        .. Different("the version of .NET", before.Dotnet, after.Dotnet),
        .. Different("the kernel", before.Kernel, after.Kernel),
        .. Different("TCP congestion control", before.CongestionControl, after.CongestionControl),
    ];

    /// <summary>That a run was interrupted; empty where it was not.</summary>
    internal static IEnumerable<string> Interrupted(string which, bool isPartial) =>
        isPartial ? [$"the {which} run was interrupted: it has what was measured before"] : [];
}
