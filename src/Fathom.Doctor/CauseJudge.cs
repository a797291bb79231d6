using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Doctor;

/// <summary>Judges suspected causes by the changes that were tried. All changes that were compared share 4 % of false findings.</summary>
/// <param name="seen">What was observed without a change.</param>
/// <param name="seed">Seed of the examination.</param>
internal sealed class CauseJudge(Evidence seen, int seed)
{
    /// <summary>Judges them.</summary>
    /// <param name="suspects">The suspected causes.</param>
    /// <param name="tried">The changes that were tried, at most one for each.</param>
    /// <param name="unchangeable">What is said of a cause for which no change was tried: a sentence.</param>
    /// <returns>The findings and hints; and the causes that were measured to cost less than is worth a change, which rules them out. Sixty
    /// calls that a program makes one after another, 50 ms apart, wait for sixty round trips, on one machine 0.2 % of its time.</returns>
    public (IReadOnlyList<DoctorCause> Causes, IReadOnlyList<RuledOutCause> Small) Judge(
        IReadOnlyCollection<Suspicion> suspects, IReadOnlyList<TriedChange> tried, string unchangeable)
    {
        var compared = tried.Where(t => t.IsCompared).ToList();
        var differences = compared.Zip(DifferenceTest.Judge([.. compared.Select(t => t.Samples)], seed))
            .ToDictionary(p => p.First, p => p.Second);
        List<(DoctorCause Cause, bool IsSmall)> judged = [.. suspects.Select(s =>
            tried.FirstOrDefault(t => t.Suspicion == s) is not { } change
                ? (VerdictRecord.Hint(s, $"{s.Screening.Proof}. {unchangeable}"), false)
            : differences.TryGetValue(change, out var difference) ? Judged(change, difference)
            : (VerdictRecord.Hint(s, $"{s.Screening.Proof}; not compared: {change.WhyNot ?? "interrupted before"}."), false))];
        var explained = Explained([.. suspects.Zip(judged, (s, j) => (s.Screening.Part, j.Cause))]);
        return ([.. judged.Where(j => !j.IsSmall).Select(j => j.Cause).Where(c => explained.All(e => e.Id != c.Id))],
            [.. judged.Where(j => j.IsSmall).Select(j => new RuledOutCause(j.Cause.Id, j.Cause.Evidence)), .. explained]);
    }

    // What is suspected for a part of a call's time that another cause is proven to take.
    private static IReadOnlyList<RuledOutCause> Explained(IReadOnlyList<(string? Part, DoctorCause Cause)> judged) =>
    [
        .. from hint in judged
           where hint is { Part: not null, Cause.Kind: not FindingKind.Finding }
           from proven in judged
           where proven.Part == hint.Part && proven.Cause.Kind == FindingKind.Finding
               && hint.Cause.Share - proven.Cause.Share < Screening.MinShare
           select new RuledOutCause(hint.Cause.Id, $"{hint.Cause.Evidence}; {proven.Cause.Id} is proven to take that"),
    ];

    /// <summary>Those of the changes that proved their cause.</summary>
    /// <param name="causes">The findings and hints.</param>
    /// <param name="tried">The changes.</param>
    public static List<T> ProvenOf<T>(IReadOnlyList<DoctorCause> causes, IEnumerable<T> tried)
        where T : TriedChange =>
        [.. tried.Where(t => causes.Any(c => c.Id == t.Suspicion.Cause.Id && c.Kind == FindingKind.Finding))];

    /// <summary>What changes that proved causes save at once.</summary>
    /// <param name="proven">The changes, each of which proved its cause.</param>
    /// <param name="together">All of them at once; null where that was not tried.</param>
    /// <returns>Null where it was not tried, or no difference was shown.</returns>
    public DoctorTogether? Together(IEnumerable<TriedChange> proven, TriedChange? together) =>
        together is not null && DifferenceTest.Judge([together.Samples], seed)[0] is { Supported: true } difference
            ? new DoctorTogether([.. proven.Select(t => t.Suspicion.Cause.Id)], together.ProofOf(difference)) : null;

    // What was seen of a cause while another holds the program up is no measurement of what it costs: beside a starved pool a channel for
    // each call seems to cost 1 %.
    private (DoctorCause Cause, bool IsSmall) Judged(TriedChange tried, PairDifference difference)
    {
        var proof = tried.Suspicion.Screening.Proof;
        var hint = VerdictRecord.Hint(tried.Suspicion, $"{proof}; tried, and not proven: {difference.Reason}.");
        if (!difference.Supported)
        {
            return !tried.IsOfSuspectedTime || tried.Samples.Asks != ComparisonQuestion.Difference || difference.PValue is null
                || difference.Ratio is not { RangeOf: null, High: < DifferenceTest.MinRatio and var most }
                    ? (hint, false)
                    : (hint with
                    {
                        Evidence = $"{hint.Evidence}; tried in {tried.Samples.Fewest} pairs, the change alone saves "
                            + $"{FigureText.Number(Math.Max(0, 100 * (1 - (1 / most))))} % at most",
                    }, true);
        }

        if (tried.Judge(seen, difference, seed) is not { } conclusion)
        {
            return (hint with { WouldProve = $"{proof}; {tried.Unexplained}." }, false);
        }

        if (conclusion.NotShown is { } missing)
        {
            return (hint with
            {
                Share = conclusion.Share ?? hint.Share,
                Evidence = $"{hint.Evidence}. {conclusion.Claim.TrimEnd('.')}",
                WouldProve = $"{proof}; tried, and {missing}.",
            }, conclusion.Share < Screening.MinShare);
        }

        // What makes no difference saves nothing: the share is then that of which it is suspected.
        var saved = tried.Samples.Asks == ComparisonQuestion.Equivalence ? hint.Share : Math.Round(1 - (1 / difference.Ratio.Value), 3);
        return (hint with
        {
            Kind = FindingKind.Finding,
            Share = conclusion.Share ?? saved,
            Claim = conclusion.Model is { Counts: false } ? conclusion.ClaimWithoutModel ?? conclusion.Claim : conclusion.Claim,
            Proof = tried.ProofOf(difference),
            WouldProve = null,
            Model = conclusion.Model is { Counts: true } ? conclusion.Model : null,
            Fix = conclusion.Fix,
            Caveats = [.. tried.Caveats],
        }, false);
    }
}
