using Fathom.Load.Counting;
using Fathom.Load.Plans;

namespace Fathom.Load.Results;

/// <summary>What a run of load measured.</summary>
public sealed record LoadResult
{
    /// <summary>What was to be done.</summary>
    public required LoadPlan Plan { get; init; }

    /// <summary>When the calls began, UTC.</summary>
    public required DateTimeOffset Began { get; init; }

    /// <summary>What ended the run.</summary>
    public required LoadEnd End { get; init; }

    /// <summary>All calls, without those of the warm-up.</summary>
    public required CallTally Total { get; init; }

    /// <summary>The number of calls of the warm-up.</summary>
    public required long WarmUpCalls { get; init; }

    /// <summary>The names of outcomes, by their number.</summary>
    public required IReadOnlyList<string> OutcomeNames { get; init; }

    /// <summary>One explanation per outcome, by its number; null where there is none.</summary>
    public required IReadOnlyList<string?> Explanations { get; init; }

    /// <summary>The calls of each method of a mix; empty for one method.</summary>
    public IReadOnlyList<MethodTally> Methods { get; init; } = [];

    /// <summary>The figures of each second.</summary>
    public required IReadOnlyList<SecondFigures> Seconds { get; init; }

    /// <summary>The latencies of each second as text (<see cref="HistogramText"/>), by the second; empty unless the plan is a part of
    /// another.</summary>
    public required IReadOnlyDictionary<int, string> SecondHistograms { get; init; }

    /// <summary>What the generator observed about itself.</summary>
    public required GeneratorFigures Generator { get; init; }

    /// <summary>How long the garbage collector stopped the process.</summary>
    public required TimeSpan CollectorPauses { get; init; }
}

/// <summary>What ended a run of load.</summary>
public enum LoadEnd
{
    /// <summary>The plan was done.</summary>
    PlanDone = 0,

    /// <summary>It was cancelled.</summary>
    Cancelled,

    /// <summary>More calls failed than were accepted.</summary>
    TooManyFailed,
}

/// <summary>The calls of one method of a mix.</summary>
/// <param name="Call">The method, as it is named in records.</param>
/// <param name="Weight">How often it was called among the others.</param>
/// <param name="Tally">Its calls.</param>
public sealed record MethodTally(string Call, int Weight, CallTally Tally);
