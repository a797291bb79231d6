using Fathom.Diagnosis.Observations;
using Fathom.Machines;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor;

/// <summary>Makes the record of a verdict, for programs and processes alike.</summary>
internal static class VerdictRecord
{
    private const int MostPoints = 240;

    /// <summary>A cause that is suspected and not proven.</summary>
    public static DoctorCause Hint(Suspicion suspect, string wouldProve) => new()
    {
        Id = suspect.Cause.Id,
        Kind = FindingKind.Hint,
        Share = Math.Round(suspect.Screening.Share, 3),
        Evidence = suspect.Screening.Evidence,
        WouldProve = wouldProve,
        Fix = suspect.Screening.Fix,
    };

    /// <summary>The record, but for what was examined and when.</summary>
    public static DoctorRecord Build(CauseScreening? screening, IReadOnlyList<DoctorCause> causes, IReadOnlyList<string> notSeen)
    {
        IReadOnlyList<DoctorCause> best =
        [
            .. causes.OrderBy(c => c.Kind).ThenByDescending(c => screening?.IsSeenInside(c.Id))
                .ThenBy(c => screening?.IsByExclusion(c.Id)).ThenByDescending(c => c.Share),
        ];
        return new DoctorRecord
        {
            Target = new DoctorTarget("process", "?"),
            Started = default,
            ElapsedSeconds = 0,
            Seed = 0,
            Verdict = VerdictText.Sentence(screening, best),
            Machine = MachineProbe.Describe(),
            Time = screening is null ? [] : VerdictText.Time(screening.Seen),
            Causes = best,
            RuledOut = screening is null ? [] : [.. screening.RuledOut.Select(r => new RuledOutCause(r.Cause.Id, r.Screening.Evidence))],
            NotSeen = [.. notSeen, .. screening?.NotSeen ?? []],
            Observations = screening is null ? [] : [.. screening.Seen.All.Where(o => !o.Of.IsPrivate).Select(o => new ObservedValue(
                o.Of.Id, o.Of.Text, Shown(o), o.Source is ObservationSource.Probe probe ? probe.Name : "none"))],
        };
    }

    /// <summary>Series, as records have them.</summary>
    public static IReadOnlyList<DoctorSeries> Series(IEnumerable<ObservedSeries> all) =>
    [
        .. all.Select(s => s.Thinned(MostPoints)).Select(s => new DoctorSeries(
            s.Text, s.Unit, [.. s.Points.Select(p => Math.Round(p.AtMs, 2))], [.. s.Points.Select(p => Math.Round(p.Value, 4))])),
    ];

    private static string Shown(Observation observation) => observation switch
    {
        Observation<double> { Of.Unit: "ms" } time => FigureText.Duration(time.Value),
        Observation<double> { Of.Unit: "count" } count => FigureText.Number(count.Value),
        Observation<double> { Of.Unit: "" } share => $"{FigureText.Number(100 * share.Value)} %",
        Observation<bool> yes => yes.Value ? "yes" : "no",
        _ => observation.Text,
    };
}
