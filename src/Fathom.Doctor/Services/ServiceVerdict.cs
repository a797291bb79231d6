using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>Judges what was observed and compared of a service. All changes that were compared share 4 % of false findings.</summary>
internal sealed class ServiceVerdict(
    CauseScreening screening, IReadOnlyList<TriedTrial> tried, TriedTrial? together, ConcurrencyExamination? concurrency, string? failures,
    IReadOnlyList<string> notSeen, int seed)
{
    /// <summary>What is said of a cause for which no change was tried.</summary>
    public const string Unchangeable = "The caller's side cannot change that.";

    private readonly RivalVerdict? _rivals = concurrency is { CallsWait: true } ? new RivalVerdict(concurrency) : null;

    /// <summary>What large messages carried over time.</summary>
    public IReadOnlyList<ObservedSeries> Transfers { get; init; } = [];

    /// <summary>The record, but for what was examined and when.</summary>
    public DoctorRecord Record()
    {
        var judge = new CauseJudge(screening.Seen, seed);
        var (causes, small) = judge.Judge(Suspects, tried, Unchangeable);
        var saved = judge.Together(CauseJudge.ProvenOf(causes, tried), together);
        var record = VerdictRecord.Build(
            screening, [.. _rivals?.Causes ?? [], .. causes], [.. notSeen, .. ServiceVerdictText.NotVisible(screening.Seen)]);
        return record with
        {
            Verdict = ServiceVerdictText.Sentence(screening, record.Causes, _rivals) + VerdictText.Together(saved),
            Together = saved,
            Rivals = _rivals?.Rivals ?? [],
            RuledOut = [.. record.RuledOut.Where(r => _rivals?.IsDecided(r.Id) != true), .. small,
                .. _rivals?.RuledOut.Where(r => record.Causes.All(c => c.Id != r.Id)) ?? NotWaiting(record)],
            Time = [.. ServiceVerdictText.Time(screening.Seen), .. failures is null ? [] : (string[])[failures]],
            Times = concurrency is { Seen: not null } ? TimesOf(concurrency) : [],
            Series = VerdictRecord.Series(
                [.. concurrency is { Bursts: [var first, ..] } ? ServiceSeries.Of(concurrency, first) : [], .. Transfers]),
            AtOnce = concurrency is null ? []
                : [.. concurrency.AtOnceMs.Select(t => new DoctorAtOnce(t.Key, [.. t.Value.Select(Rounded)]))],
            Waterfall = ServiceVerdictText.Parts(screening.Seen),
        };
    }

    // What calls at once may wait for, where they wait for nothing: a cause that was fixed is gone.
    private IReadOnlyList<RuledOutCause> NotWaiting(DoctorRecord record) =>
        concurrency is not { Seen: { } seen, MovesBytes: false } ? []
        :
        [
            .. RivalExamination.Mechanisms.Where(m => !m.NeedsSign).Select(m => m.Cause).Distinct()
                .Where(id => record.Causes.All(c => c.Id != id) && record.RuledOut.All(r => r.Id != id))
                .Select(id => new RuledOutCause(id, $"{FigureText.Whole(seen.Calls)} calls at once take "
                    + $"{FigureText.Duration(seen.BurstMs)}, one {FigureText.Duration(seen.CallMs)}: they do not wait for each other")),
        ];

    // As many calls at once as are made by an experiment again are the same.
    private static List<DoctorTimes> TimesOf(ConcurrencyExamination examined)
    {
        var calls = examined.Seen!.Calls;
        return
        [
            new($"time of {FigureText.Whole(calls)} calls at once", "ms",
                [.. examined.Bursts.Select(b => b.TotalMs).Concat(examined.BurstsAgain).Select(Rounded)]),
            new("time of a call, one at a time", "ms", [.. examined.CallMs.Select(Rounded)]),
        ];
    }

    private static double Rounded(double ms) => Math.Round(ms, 3);

    // What was compared before a hang is no suspicion of the screening any more.
    private IReadOnlyList<Suspicion> Suspects =>
        [.. screening.Suspects.Where(s => !IsDecided(s)).Concat(tried.Where(t => t.IsCompared).Select(t => t.Suspicion)).Distinct()];

    // What a single call loses in a part of it, or now and then, is none of the ways in which calls wait for each other.
    private bool IsDecided(Suspicion suspicion) => _rivals?.IsDecided(suspicion.Cause.Id) == true
        && (suspicion.Screening.Part is null || _rivals.Causes.Any(c => c.Id == suspicion.Cause.Id));
}
