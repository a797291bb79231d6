using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>The share of the time of calls at once that they wait: of those that were made again, or of the first ones where those waited
/// no more, as after a pool has grown.</summary>
/// <param name="OfTime">The share, 0 to 1, with its interval.</param>
/// <param name="IsOver">Whether it is that of the first ones.</param>
public sealed record WaitingShare(Estimate OfTime, bool IsOver)
{
    private const double Confidence = 0.95;

    // Less cannot give a ratio of 1.1.
    private const double Least = 0.1;

    /// <summary>Whether it is worth to look for: not what is over and, of all calls at once that were made, took less than a tenth of the
    /// time, such as the connections to others that a service opens when it first needs them.</summary>
    public bool IsWorth { get; private init; } = true;

    /// <summary>That of an examination whose first calls at once waited.</summary>
    /// <param name="examination">The examination.</param>
    public static WaitingShare Of(ConcurrencyExamination examination)
    {
        ArgumentNullException.ThrowIfNull(examination);
        var (rivals, seen) = (examination.Rivals!, examination.Seen!);
        var again = rivals.Readings.FirstOrDefault(r => r.Of == Contrast.BurstTime);
        List<double> first = [.. examination.Bursts.Select(b => b.TotalMs)];
        var isOver = again is not null && !seen.HasWaited(again.Median, BurstAgain.CallsOf(seen, again.Values.Count));
        var bursts = again is null || isOver ? first : again.Values;
        return new(MedianInterval.Of([.. bursts.Select(b => Math.Clamp(1 - (seen.CallMs / b), 0, 1))], Confidence), isOver)
        {
            IsWorth = !isOver || examination.BurstsAgain.Count == 0
                || 1 - (again!.Median / first.Concat(examination.BurstsAgain).Average()) >= Least,
        };
    }
}
