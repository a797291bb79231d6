namespace Fathom.Load.Schedules;

/// <summary>One of several equal parts of a plan: the calls whose number modulo <see cref="Count"/> is <see cref="Index"/>. The parts of a
/// plan have no call in common, and together they have all.</summary>
/// <param name="Index">0 to <see cref="Count"/> - 1.</param>
/// <param name="Count">The number of parts, at least 1.</param>
public readonly record struct PlanSlot(int Index, int Count)
{
    /// <summary>All of a plan.</summary>
    public static PlanSlot Whole { get; } = new(0, 1);

    /// <summary>A part of this part, for example a worker's of one machine's.</summary>
    /// <param name="index">0 to <paramref name="count"/> - 1.</param>
    /// <param name="count">The number of parts, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is outside its range.</exception>
    public PlanSlot Part(int index, int count)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, count);
        return new PlanSlot(Index + (Count * index), Count * count);
    }

    /// <summary>The number, in the whole plan, of this part's call <paramref name="ordinal"/>.</summary>
    /// <param name="ordinal">0 and up.</param>
    public long NumberOf(long ordinal) => Index + (ordinal * Count);

    /// <summary>How many of the first <paramref name="total"/> calls of the plan are in this part.</summary>
    public long ShareOf(long total) => total <= Index ? 0 : ((total - Index - 1) / Count) + 1;
}
