using System.Globalization;

namespace Fathom.Records.Reports.Summary;

/// <summary>How many replicates of a record were measured while the machine was disturbed.</summary>
/// <param name="Marked">Those that count.</param>
/// <param name="SetAside">Those that were repeated and do not count.</param>
/// <param name="All">All replicates that count.</param>
public sealed record DisturbanceCount(int Marked, int SetAside, int All)
{
    /// <summary>Counts the replicates of a record.</summary>
    public static DisturbanceCount Of(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return new(
            record.Trials.Sum(t => t.Replicates.Count(r => r.Disturbance is not null)), record.Trials.Sum(t => t.SetAside.Count),
            record.Trials.Sum(t => t.Replicates.Count));
    }

    /// <summary>Returns a sentence that says so; null when there are none.</summary>
    public string? Sentence()
    {
        const string Reason = "something else used the machine or slowed it";
        var marked = Marked == 0 ? null : string.Create(CultureInfo.InvariantCulture,
            $"{Marked} of {All} replicates count although {Reason}");
        var repeated = SetAside == 0 ? null : string.Create(CultureInfo.InvariantCulture,
            $"{SetAside} {(SetAside == 1 ? "replicate was" : "replicates were")} repeated "
                + $"{(Marked == 0 ? $"because {Reason}," : "for that reason")} and set aside");
        return (marked, repeated) switch
        {
            (null, null) => null,
            ({ } m, { } r) => $"{m}; {r}.",
            _ => $"{marked ?? repeated}.",
        };
    }
}
