using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>What an examination of calls at once saw, over time.</summary>
internal static class ServiceSeries
{
    /// <summary>All that there is.</summary>
    /// <param name="examined">The examination.</param>
    /// <param name="first">The calls at once that were made first.</param>
    public static IEnumerable<ObservedSeries> Of(ConcurrencyExamination examined, ServiceTrialResult first)
    {
        yield return Ended($"of the first {FigureText.Whole(first.EndMs.Count)} calls at once, how many had ended", first.EndMs);
        yield return new("share of calls, one at a time, that took no longer", "",
            [(0, 0), .. examined.CallMs.Order().Select((ms, i) => (ms, (i + 1.0) / examined.CallMs.Count))]);
        if (examined.Stored is { EndMs: { Count: > 0 } ends })
        {
            yield return Ended($"of {FigureText.Whole(ends.Count)} calls in a row after a pause, how many had ended", ends);
        }

        if (examined.Uneven is { Row: { Count: > 0 } row })
        {
            yield return new($"time of a call, {FigureText.Whole(row.Count)} made over a few seconds", "ms", row);
        }

        if (examined.Idle is { } idle)
        {
            yield return new($"time of two calls after each pause of {FigureText.Duration(idle.PauseMs)}", "ms", Paused(idle));
        }
    }

    private static ObservedSeries Ended(string text, IEnumerable<double> endMs) =>
        new(text, "count", [(0, 0), .. endMs.Order().Select((ms, i) => (ms, i + 1.0))]);

    // Each value is valid until the next: nothing takes time in a pause.
    private static List<(double AtMs, double Value)> Paused(IdleCalls idle)
    {
        List<(double, double)> points = [(0, 0)];
        var now = 0.0;
        foreach (var pair in idle.CallMs.Chunk(2))
        {
            now += idle.PauseMs;
            points.AddRange([(now, pair[0]), (now + pair[0], pair[1]), (now + pair.Sum(), 0)]);
            now += pair.Sum();
        }

        return points;
    }
}
