using Fathom.Records.Words;

namespace Fathom.Records.Loads;

/// <summary>Whether records are the parts of one plan, and what is missing of it.</summary>
public static class MergeChecks
{
    /// <summary>Why records cannot be added; null when they can.</summary>
    public static string? RefusalOf(IReadOnlyList<(string File, LoadRecord Record)> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        var (firstFile, first) = parts[0];
        foreach (var (file, record) in parts)
        {
            if (PartOf(record) is not (>= 1, > 1))
            {
                return $"{file} is part {record.Plan.Shard} of its plan; accepted: parts of one plan, made with --shard I/N";
            }

            if (Difference(first, record) is { } difference)
            {
                return $"{file} is of another plan than {firstFile}: {difference}; accepted: parts of one plan, made with the same flags "
                    + "and --shard I/N";
            }
        }

        return parts.GroupBy(p => p.Record.Plan.Shard).FirstOrDefault(g => g.Count() > 1) is { } twice
            ? $"{string.Join(" and ", twice.Select(p => p.File))} are both part {twice.Key}; accepted: each part once"
            : null;
    }

    /// <summary>The arguments of the whole plan.</summary>
    internal static IReadOnlyList<string> CommandOf(LoadRecord record)
    {
        var command = record.Command.ToList();
        if (command.IndexOf("--shard") is >= 0 and var at)
        {
            command.RemoveRange(at, 2);
        }

        return command;
    }

    /// <summary>What makes the sum worth less than its parts.</summary>
    /// <param name="parts">The parts.</param>
    /// <param name="apartMs">How far apart they began, by their clocks.</param>
    /// <param name="seconds">How long the longest took.</param>
    internal static IEnumerable<LoadVerdict> VerdictsOf(IReadOnlyList<LoadRecord> parts, long apartMs, double seconds)
    {
        var count = PartOf(parts[0]).Count;
        var missing = Enumerable.Range(1, count).Except(parts.Select(p => PartOf(p).Index)).ToList();
        if (missing.Count > 0)
        {
            yield return new LoadVerdict("part-missing", true, $"{(missing.Count == 1 ? "part" : "parts")} "
                + $"{string.Join(", ", missing.Take(10))}{(missing.Count > 10 ? " and others" : "")} of {count} "
                + $"{(missing.Count == 1 ? "is" : "are")} missing: the service had less load than the plan says");
        }

        if (apartMs > LoadMerge.MaxApartMs && apartMs > seconds * 1000 * LoadMerge.MaxApartShare)
        {
            yield return new LoadVerdict("parts-apart", true, $"the parts began up to {Amount.Show(apartMs / 1000.0, "s")} apart, or the "
                + "clocks of their machines differ: the service did not have the whole load all the time; set --start-at");
        }

        if (parts.Select(p => p.Machine).Distinct().Count() > 1)
        {
            yield return new LoadVerdict("machines", false, "the parts ran on unlike machines; the record describes that of the first");
        }
    }

    private static string? Difference(LoadRecord one, LoadRecord other)
    {
        if (PartOf(one).Count != PartOf(other).Count)
        {
            return $"it is part {other.Plan.Shard}, not one of {PartOf(one).Count}";
        }

        var (before, after) = (CommandOf(one), CommandOf(other));
        return before.SequenceEqual(after)
            ? one.Plan.Call == other.Plan.Call && one.Plan.Kind == other.Plan.Kind ? null : $"it calls {other.Plan.Call}"
            : $"'{string.Join(' ', after.Except(before).DefaultIfEmpty("..."))}' instead of "
                + $"'{string.Join(' ', before.Except(after).DefaultIfEmpty("..."))}'";
    }

    private static (int Index, int Count) PartOf(LoadRecord record) => record.Plan.Shard.Split('/') is [var index, var count]
        && int.TryParse(index, out var i) && int.TryParse(count, out var n) ? (i, n) : (0, 0);
}
