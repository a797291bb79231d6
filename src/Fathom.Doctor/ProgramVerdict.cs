using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.Doctor;

/// <summary>Judges what was seen and measured of a program. All changes that were compared share 4 % of false findings.</summary>
internal sealed class ProgramVerdict(
    ProgramSpec spec, int seed, Screen? screen, IReadOnlyList<Trying> trying, ProgramRuns runs, ProgramRuns walls)
{
    /// <summary>The record.</summary>
    public DoctorRecord Record(DateTimeOffset started, TimeSpan elapsed, bool isPartial, IReadOnlyList<string> notSeen)
    {
        var (causes, small) = screen is null ? ([], []) : Apart(Causes());
        var record = VerdictRecord.Build(screen, causes, notSeen);
        return record with
        {
            RuledOut = [.. record.RuledOut, .. small.Select(c => new RuledOutCause(c.Id, c.Evidence))],
            Target = new DoctorTarget("program", spec.Name),
            Started = started,
            ElapsedSeconds = Math.Round(elapsed.TotalSeconds, 3),
            Partial = isPartial,
            Seed = seed,
            Metric = spec.Compared,
            Runs = runs.All,
        };
    }

    private List<Judgement> Causes()
    {
        var compared = trying.Where(t => t.IsCompared).ToList();
        var differences = compared.Zip(DifferenceTest.Judge([.. compared.Select(SamplesOf)], seed))
            .ToDictionary(p => p.First, p => p.Second);
        return
        [
            .. screen!.Suspects.Select(s => trying.FirstOrDefault(t => t.Suspect == s) is not { } tried ? new Judgement(Hint(s,
                    $"{s.Screening.Proof}. Nothing around the program can make that change: make it, and run this command again with "
                        + "--against and this record, which proves whether it helped."))
                : differences.TryGetValue(tried, out var difference) ? Judged(tried, difference)
                : new Judgement(Hint(s, $"{s.Screening.Proof}; not compared: {tried.WhyNot ?? "interrupted before"}."))),
        ];
    }

    // What was measured to cost less than is worth a change is ruled out by that: sixty calls that a program makes one after another, 50 ms
    // apart, wait for sixty round trips, on one machine 0.2 % of its time. What was seen of a cause while another holds the program up is
    // no such measurement: beside a starved pool a channel for each call seems to cost 1 %.
    private static (List<DoctorCause> Causes, List<DoctorCause> Small) Apart(IReadOnlyList<Judgement> judged) =>
        ([.. judged.Where(j => !j.IsSmall).Select(j => j.Cause)], [.. judged.Where(j => j.IsSmall).Select(j => j.Cause)]);

    // The slower side is the first.
    private ComparedSamples SamplesOf(Trying tried)
    {
        var (unchanged, changed) = (runs.Of(null), runs.Of(tried.Change));
        var (slower, faster) = tried.Change.Slows ? (changed, unchanged) : (unchanged, changed);
        return new ComparedSamples(slower, faster, ComparisonQuestion.Difference, $"{tried.Change}") { IsPaired = true };
    }

    private Judgement Judged(Trying tried, PairDifference difference)
    {
        var hint = Hint(tried.Suspect, $"{tried.Suspect.Screening.Proof}; tried, and not proven: {difference.Reason}.");
        if (!difference.Supported)
        {
            return new Judgement(hint);
        }

        if (tried.Suspect.Cause.JudgeProgram(ComparisonOf(tried, difference)) is not { } diagnosis)
        {
            return new Judgement(hint with
            {
                WouldProve = $"{tried.Suspect.Screening.Proof}; the program was {(tried.Change.Slows ? "slower" : "faster")} with it, and "
                    + "what was seen of it does not show this cause.",
            });
        }

        if (diagnosis.NotShown is { } missing)
        {
            var measured = hint with
            {
                Share = diagnosis.Share ?? hint.Share,
                Evidence = $"{hint.Evidence}. {diagnosis.Claim.TrimEnd('.')}",
                WouldProve = $"{tried.Suspect.Screening.Proof}; tried, and {missing}.",
            };
            return new Judgement(measured, IsSmall: diagnosis.Share < Screening.LeastShare);
        }

        return new Judgement(hint with
        {
            Kind = FindingKind.Finding,
            Share = diagnosis.Share ?? Math.Round(1 - (1 / difference.Ratio.Value), 3),
            Claim = diagnosis.Model is { Counts: false } ? diagnosis.ClaimWithoutModel ?? diagnosis.Claim : diagnosis.Claim,
            Proof = ProofOf(tried, difference),
            WouldProve = null,
            Model = diagnosis.Model is { Counts: true } ? diagnosis.Model : null,
            Fix = diagnosis.Fix,
            Caveats = [.. CaveatsOf(tried)],
        });
    }

    // A change that slows a program is where the effect shows: what was seen without it holds there too.
    private Comparison ComparisonOf(Trying tried, PairDifference difference)
    {
        var unchanged = EvidenceOf("unchanged", screen!.Seen.All, null);
        var slowed = tried.Change.Slows
            ? screen.Seen.All.Where(o => tried.Seen.All(t => t.Of != o.Of)).Concat(tried.Seen)
            : tried.Seen;
        var changed = EvidenceOf($"{tried.Change}", slowed, tried);
        var change = new Change(tried.Change.Factor, tried.Change.From, tried.Change.To, [tried.Change.Sets.Of]);
        var comparison = tried.Change.Slows
            ? new Comparison(changed, unchanged, change with { From = change.To, To = change.From }, CallQuantities.WallTime, difference,
                seed)
            : new Comparison(unchanged, changed, change, CallQuantities.WallTime, difference, seed);
        return comparison with { Cause = tried.Suspect.Cause.Id };
    }

    private Evidence EvidenceOf(string id, IEnumerable<Observation> seen, Trying? tried)
    {
        var measured = Median(CallQuantities.WallTime, "wall_ms", walls.Of(tried?.Change))
            .Concat(Median(CallQuantities.ProcessorTime, "processor_ms", walls.WorkOf(tried?.Change)));
        return new Evidence(id, new Dictionary<string, string>(), [.. seen, .. measured]);
    }

    private static IEnumerable<Observation> Median(Quantity<double> quantity, string metric, IReadOnlyList<Sample> samples) =>
        samples.Count == 0 ? []
        : [new Observation<double>(quantity, Sample.Median([.. samples.Select(s => s.Value)]), new ObservationSource.Replicates(metric))
            {
                Samples = samples,
            }];

    private DoctorProof ProofOf(Trying tried, PairDifference difference)
    {
        double Median(IReadOnlyList<Sample> samples) => Sample.Median([.. samples.Select(s => s.Value)]);
        var (before, after) = (runs.Of(null), runs.Of(tried.Change));
        return new DoctorProof(
            tried.Change.Variable, tried.Change.Value,
            spec.Metric is null ? "time from start to end" : spec.LargerIsBetter ? "inverse of the number it prints" : "number it prints",
            spec.Metric is null ? "ms" : "", Median(before), Median(after),
            tried.Change.Slows ? Inverse(difference.Ratio) : difference.Ratio, difference.PValue ?? 1,
            SamplesOf(tried).Fewest);
    }

    private static Estimate Inverse(Estimate ratio) => ratio with { Value = 1 / ratio.Value, Low = 1 / ratio.High, High = 1 / ratio.Low };

    private IEnumerable<string> CaveatsOf(Trying tried)
    {
        var (before, after) = (runs.ExitCodes(null), runs.ExitCodes(tried.Change));
        if (before.Concat(after).Any(code => code != 0))
        {
            yield return $"Exit codes: {string.Join(", ", before)} unchanged, {string.Join(", ", after)} with {tried.Change}. A program "
                + "that fails early is not slow.";
        }
    }

    private static DoctorCause Hint(Suspect suspect, string wouldProve) => VerdictRecord.Hint(suspect, wouldProve);

    private sealed record Judgement(DoctorCause Cause, bool IsSmall = false);
}
