using Fathom.Statistics;

namespace Fathom.Records.Doctors;

/// <summary>What became of an earlier verdict on the same program or process.</summary>
public sealed record DoctorChange
{
    /// <summary>Start of the earlier examination, UTC.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The answer in one or two sentences: whether the fix did it.</summary>
    public required string Verdict { get; init; }

    /// <summary>The unchanged runs of then against those of now; null where a record has none.</summary>
    public DoctorTimeChange? Time { get; init; }

    /// <summary>The causes of either record, in the order of the earlier one.</summary>
    public required IReadOnlyList<DoctorCauseChange> Causes { get; init; }

    /// <summary>What a reader must know to judge it: sentences.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }
}

/// <summary>Unchanged runs of two examinations, compared.</summary>
/// <param name="Metric">What was compared.</param>
/// <param name="Unit">Its unit; empty for a number that the program prints.</param>
/// <param name="Before">Median then.</param>
/// <param name="After">Median now.</param>
/// <param name="Ratio">After divided by before, by geometric means, with its interval.</param>
/// <param name="Kind">The verdict.</param>
/// <param name="PValue">Probability of such a ratio if nothing had changed (permutation test, two-sided).</param>
/// <param name="RunsBefore">Runs then.</param>
/// <param name="RunsAfter">Runs now.</param>
/// <param name="Reason">What the verdict rests on.</param>
public sealed record DoctorTimeChange(string Metric, string Unit, double Before, double After, Estimate Ratio, ChangeKind Kind,
    double PValue, int RunsBefore, int RunsAfter, string Reason);

/// <summary>What became of one cause.</summary>
/// <param name="Id">Id of the cause.</param>
/// <param name="Became">What became of it.</param>
/// <param name="Before">Then: its share of time, and what was seen; null where it was no cause.</param>
/// <param name="After">Now: the same; or the observation that rules it out.</param>
public sealed record DoctorCauseChange(string Id, CauseFate Became, string? Before, string? After);

/// <summary>What became of a cause.</summary>
public enum CauseFate
{
    /// <summary>An observation now rules it out.</summary>
    Gone,

    /// <summary>It is still a cause.</summary>
    Left,

    /// <summary>It is a cause now, and was none.</summary>
    New,

    /// <summary>It was a cause, and could not be looked at now.</summary>
    NotSeen,
}
