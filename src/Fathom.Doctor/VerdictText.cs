using Fathom.Diagnosis.Observations;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Doctor;

/// <summary>The sentences of a verdict.</summary>
internal static class VerdictText
{
    /// <summary>The verdict in one or two sentences.</summary>
    public static string Sentence(CauseScreening? screening, IReadOnlyList<DoctorCause> causes) => (screening, causes) switch
    {
        (null, _) => "Interrupted before the program ended once: nothing was seen.",
        (_, [{ Proof: { } proof } first, ..]) =>
            $"{first.Id} costs {Percent(first.Share)} of the time, proven by {proof.Variable}={proof.Value} alone. "
            + first.Claim,
        (_, [var first, ..]) => $"Nothing is proven. {first.Id} is suspected: {first.Evidence}.",
        _ when screening.NotSeen.Count > 0 => $"Nothing was found, but {screening.NotSeen.Count} of "
            + $"{screening.NotSeen.Count + screening.RuledOut.Count} causes could not be looked at. {Where(screening.Seen)}".TrimEnd(),
        _ => $"Healthy: nothing to fix was found. Of the {screening.RuledOut.Count + screening.Suspects.Count} causes that were looked at, "
            + $"none costs time that matters. {Where(screening.Seen)}",
    };

    /// <summary>What changes save at once, as a sentence after others; empty where that was not measured.</summary>
    public static string Together(DoctorTogether? together) => together is not { Proof: { Ratio: var ratio } proof } ? ""
        : $" Together, {proof.Value} save {Percent(1 - (1 / ratio.Value))} of it (at least {Percent(1 - (1 / ratio.Low))}).";

    /// <summary>Where the time goes, as far as it adds up; the rest is named.</summary>
    public static IReadOnlyList<string> Time(Evidence seen)
    {
        if (seen.Find(WatchQuantities.Watched) is not { Value: var watched })
        {
            return [];
        }

        List<string> lines = [$"Watched for {FigureText.Duration(watched)}."];
        void Add(Quantity<double> quantity, Func<double, string> line)
        {
            if (seen.Find(quantity) is { } found && found.Value >= MinOf(found.Of, watched))
            {
                lines.Add(line(found.Value));
            }
        }

        Add(WatchQuantities.CpuTime, v => $"It used {FigureText.Number(v / watched)} processors on average ({FigureText.Duration(v)} of "
            + "processor time).");
        Add(WatchQuantities.RunDelay, v => $"Its threads could run and waited for a processor for {FigureText.Duration(v)}, all added up.");
        Add(WatchQuantities.Throttled, v => $"A limit of processor time stopped it for {FigureText.Duration(v)}.");
        Add(WatchQuantities.PauseTime, v => $"The garbage collector stopped it for {FigureText.Duration(v)}.");
        Add(WatchQuantities.StarvedShare, v => $"Its thread pool was short of threads for {Percent(v)} of the time.");
        Add(WatchQuantities.ContendedShare, v => $"A thread waited for a lock {Percent(v)} of the time.");
        Add(WatchQuantities.ConnectShare, v => $"A thread set up a connection {Percent(v)} of the time.");
        Add(WatchQuantities.SerializerShare, v => $"A thread serialized or parsed {Percent(v)} of the time.");
        lines.AddRange(WireText.Lines(seen));
        lines.Add("The rest is its own work, and waiting for what it called.");
        return lines;
    }

    // Below a hundredth of the time a line says nothing.
    private static double MinOf(Quantity quantity, double watched) => quantity.Unit == "ms" ? watched / 100 : 0.01;

    // A processor that was busy with other programs is no fault of this one, and hides what is.
    private static string? Busy(Evidence seen) =>
        seen.Find(WatchQuantities.RunDelay) is { Value: var delay } && seen.Find(WatchQuantities.CpuTime) is { Value: > 0 and var cpu }
            && delay > cpu
            ? $"Its threads could run and waited {FigureText.Number(delay / cpu)} times as long for a processor as they had one: others "
                + "use this machine's processors, or it has too few."
            : null;

    // What a healthy process does with its time.
    private static string Where(Evidence seen)
    {
        if (seen.Find(WatchQuantities.Watched) is not { Value: > 0 and var watched }
            || seen.Find(WatchQuantities.CpuTime) is not { Value: var cpu })
        {
            return "";
        }

        var busy = cpu / watched;
        return Busy(seen) is { } waited ? waited : $"It used {FigureText.Number(busy)} processors on average"
            + (busy < 0.5 ? ", and otherwise waited for what it called: look there." : ": it is bound by its own work.");
    }
}
