using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>Judges what was observed and compared of a service. All changes that were compared share 4 % of false findings.</summary>
internal sealed class ServiceVerdict(
    Screen screen, IReadOnlyList<ServiceComparison> comparisons, ConcurrencyExamination? concurrency, string? failures,
    IReadOnlyList<string> notSeen, int seed)
{
    private readonly RivalVerdict? _rivals = concurrency is { Rivals: not null } ? new RivalVerdict(concurrency) : null;

    /// <summary>The record, but for what was examined and when.</summary>
    public DoctorRecord Record()
    {
        var record = VerdictRecord.Build(screen, Causes(), [.. notSeen, .. ServiceVerdictText.NotVisible(screen.Seen)]);
        return record with
        {
            Verdict = ServiceVerdictText.Sentence(screen, record.Causes, _rivals),
            Rivals = _rivals?.Rivals ?? [],
            RuledOut = [.. record.RuledOut.Where(r => _rivals?.IsDecided(r.Id) != true), .. _rivals?.RuledOut ?? NotWaiting(record)],
            Time = [.. ServiceVerdictText.Time(screen.Seen), .. failures is null ? [] : (string[])[failures]],
            Times = concurrency is { Seen: not null } ? TimesOf(concurrency) : [],
            Waterfall = ServiceVerdictText.Parts(screen.Seen),
        };
    }

    // What calls at once may wait for, where they wait for nothing: a cause that was fixed is gone.
    private IReadOnlyList<RuledOutCause> NotWaiting(DoctorRecord record) =>
        concurrency is not { Seen: { } seen, MovesBytes: false } ? []
        :
        [
            .. RivalExamination.Mechanisms.Select(m => m.Cause).Distinct()
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
        static double Rounded(double ms) => Math.Round(ms, 3);
    }

    private List<DoctorCause> Causes()
    {
        var compared = comparisons.Where(c => c.IsCompared).ToList();
        var differences = compared.Zip(DifferenceTest.Judge([.. compared.Select(SamplesOf)], seed))
            .ToDictionary(p => p.First, p => p.Second);
        return
        [
            .. _rivals?.Causes ?? [],
            .. screen.Suspects.Where(s => _rivals?.IsDecided(s.Cause.Id) != true).Select(s =>
                comparisons.FirstOrDefault(c => c.Suspect == s) is not { } tried
                    ? VerdictRecord.Hint(s, $"{s.Screening.Proof}. The caller's side cannot change that.")
                : differences.TryGetValue(tried, out var difference) ? Judged(tried, difference)
                : VerdictRecord.Hint(s, $"{s.Screening.Proof}; not compared: {tried.WhyNot ?? "interrupted before"}.")),
        ];
    }

    private static ComparedSamples SamplesOf(ServiceComparison comparison) => new(
        comparison.Before, comparison.After,
        comparison.Change.IsEquivalence ? ComparisonQuestion.Equivalence : ComparisonQuestion.Difference, $"{comparison.Change}")
    {
        IsPaired = true,
    };

    private DoctorCause Judged(ServiceComparison tried, PairDifference difference)
    {
        var (change, cause) = (tried.Change, tried.Suspect.Cause);
        var hint = VerdictRecord.Hint(tried.Suspect, $"{tried.Suspect.Screening.Proof}; tried, and not proven: {difference.Reason}.");
        if (!difference.Supported)
        {
            return hint;
        }

        var comparison = new Comparison(
            With(change, tried.Before, null), With(change, tried.After, change.Sets),
            new Change(change.Variable, change.From, change.To, [change.Sets.Of]), change.Metric, difference, seed) { Cause = cause.Id };
        if (cause.JudgeService(comparison) is not { } diagnosis)
        {
            return hint with
            {
                WouldProve = $"{tried.Suspect.Screening.Proof}; that was so, and what else was seen does not show this cause.",
            };
        }

        return hint with
        {
            Kind = FindingKind.Finding,
            Share = change.IsEquivalence ? hint.Share : Math.Round(1 - (1 / difference.Ratio.Value), 3),
            Claim = diagnosis.Model is { Counts: false } ? diagnosis.ClaimWithoutModel ?? diagnosis.Claim : diagnosis.Claim,
            Proof = new DoctorProof(change.Variable, change.To, change.Metric.Text, change.Metric.Unit, comparison.Before,
                comparison.After, difference.Ratio, difference.PValue ?? 1, SamplesOf(tried).Fewest),
            WouldProve = null,
            Model = diagnosis.Model is { Counts: true } ? diagnosis.Model : null,
            Fix = diagnosis.Fix,
        };
    }

    // What the probes observed, with the compared quantity as it was measured in the rounds.
    private Evidence With(ServiceChange change, IReadOnlyList<Sample> samples, Setting? set)
    {
        Observation compared = new Observation<double>(change.Metric, Sample.Median([.. samples.Select(s => s.Value)]),
            new ObservationSource.Replicates(change.Metric.Id)) { Samples = samples };
        Observation[] own = set is null ? [compared]
            : [compared, set.Observe(new ObservationSource.FactorLevel(change.Variable, change.To))];
        return new Evidence(change.ToString(), new Dictionary<string, string>(),
            [.. screen.Seen.All.Where(o => own.All(p => p.Of != o.Of)), .. own]);
    }
}
