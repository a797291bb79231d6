using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Fathom.Statistics;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Diagnosis.Examination;

/// <summary>What an examination of calls at once says: a finding where one rival is left and shows itself, several names where they were
/// not told apart, and nothing where none is left. Immutable.</summary>
public sealed class RivalVerdict
{
    private const string MoreTime = "Further experiments were not made: give more time with --budget.";

    private readonly RivalExamination _rivals;
    private readonly BurstFacts _seen;
    private readonly WaitingShare _share;
    private readonly IReadOnlyList<Rival> _possible;
    private readonly bool _isCutShort;

    /// <summary>Judges an examination that has ended.</summary>
    /// <param name="examination">One whose calls wait for each other.</param>
    public RivalVerdict(ConcurrencyExamination examination)
    {
        ArgumentNullException.ThrowIfNull(examination);
        (_rivals, _seen, _isCutShort) = (examination.Rivals!, examination.Seen!, examination.IsCutShort);
        _possible = [.. _rivals.Possible];
        _share = WaitingShare.Of(examination);
    }

    /// <summary>Whether one cause is left, its own sign was seen, and nothing that it predicts was missed.</summary>
    public bool IsFound => _rivals.IsFound;

    /// <summary>What was measured, as a clause.</summary>
    public string Figures => $"{FigureText.Whole(_seen.Calls)} calls at once take {FigureText.Duration(_seen.BurstMs)}, one "
        + $"{FigureText.Duration(_seen.CallMs)}, and as many no-op calls {FigureText.Duration(_seen.NoOpBurstMs)}"
        + (_seen.IsCrowded ? $"; other programs used {Percent(_seen.OthersShare!.Value)} of the server's processors meanwhile" : "");

    /// <summary>The causes that are left, each once.</summary>
    public IReadOnlyList<DoctorCause> Causes => [.. _possible.GroupBy(r => r.Mechanism.Cause).Select(g => CauseOf([.. g]))];

    /// <summary>Whether a cause is one of those, or each way in which it makes calls wait was rejected or impossible.</summary>
    public bool IsDecided(string cause) => Decided.Any(r => r.Mechanism.Cause == cause);

    /// <summary>The causes of which each way was rejected or impossible, with why.</summary>
    public IReadOnlyList<RuledOutCause> RuledOut =>
    [
        .. Decided.GroupBy(r => r.Mechanism.Cause).Where(g => !g.Any(r => r.IsPossible))
            .Select(g => new RuledOutCause(g.Key, string.Join("; ", g.Select(r => $"not {r.Mechanism.Name}: "
                + (r.Impossible ?? Measured(r, r.Rejected!)))))),
    ];

    /// <summary>All rivals, with what became of them.</summary>
    public IReadOnlyList<DoctorRival> Rivals => [.. Told.Select(RivalOf)];

    /// <summary>The verdict in a few sentences.</summary>
    public string Sentence => _possible switch
    {
        [] => $"Nothing was found so far that explains why calls wait for each other: {Figures}. Each of the "
            + $"{Told.Count()} ways that are known was rejected by a measurement.",
        [var first, ..] when IsFound => $"{first.Mechanism.Cause} costs {Percent(Share.Value)} of {ShareOf} (at least "
            + $"{Percent(Share.Low)}). {Claim(first)}",
        [var only] => $"Nothing is proven. {only.Mechanism.Cause} is what is left: {only.Mechanism.Name}. {Figures}. {WouldProve(only)}",
        _ => $"Undetermined: {string.Join(", or ", _possible.Select(r => $"{r.Mechanism.Name} ({r.Mechanism.Cause})"))}. It costs "
            + $"{Percent(Share.Value)} of {ShareOf} (at least {Percent(Share.Low)}). {WouldTellApart}",
    } + Passed;

    // What only its sign makes a rival was else asked in another way.
    private IEnumerable<Rival> Decided => _rivals.Rivals.Where(r => !r.Mechanism.NeedsSign || r.IsPossible);

    // Of what needs its sign, and was neither seen nor rejected, there is nothing to tell.
    private IEnumerable<Rival> Told => _rivals.Rivals.Where(r => r.IsPossible || !r.IsLeft);

    private string ShareOf => $"the time of {(_share.IsOver ? "the first " : "")}{FigureText.Whole(_seen.Calls)} calls at once";

    private string WouldTellApart => (_isCutShort ? MoreTime : "No experiment from here separates them.") + " "
        + (_possible.Any(r => r.Mechanism is ProxyLimit)
            ? "The same examination of the service's own address, without the proxy, tells its limit from the rest. " : "")
        + "On the server, 'fathom doctor --pid PID' while it is called does.";

    private Estimate Share => _share.OfTime;

    private DoctorCause CauseOf(IReadOnlyList<Rival> rivals)
    {
        var rival = rivals.FirstOrDefault(r => r.Sign is not null) ?? rivals[0];
        return new DoctorCause
        {
            Id = rival.Mechanism.Cause,
            Kind = IsFound ? FindingKind.Finding : FindingKind.Hint,
            Share = Math.Round(Share.Value, 3),
            ShareLow = Math.Round(Share.Low, 3),
            ShareOf = ShareOf,
            Claim = IsFound ? Claim(rival) : null,
            Evidence = Figures + (PassedShare is { } share ? $"; half of a long row of them took {share} of what they do on average" : ""),
            WouldProve = IsFound ? null : _possible.Count == 1 ? WouldProve(rival) : WouldTellApart,
            Model = IsFound && rival.Mechanism.ModelOf(_seen) is { Counts: true } model ? model : null,
            Fix = string.Join('\n', rivals.Select(r => r.Mechanism.Fix).Distinct()),
        };
    }

    // The rival that met most of its predictions is the likest.
    private string Claim(Rival found) => $"Calls at once wait for {found.Mechanism.Name}: {Measured(found, found.Sign!)}."
        + (found.Mechanism.NeedsSign ? There(found.Sign!.Prediction.Of) : "")
        + string.Concat(_rivals.Rivals.Where(r => r.Rejected is not null && r.Mechanism.Cause != found.Mechanism.Cause)
            .OrderByDescending(r => r.Checked.Count(c => c.PValue > r.Level)).Take(1)
            .Select(r => $" It is not {r.Mechanism.Name}: {Measured(r, r.Rejected!)}."));

    // Whatever is left: it is seen by itself.
    private string Passed => PassedShare is { } share
        ? $" Calls are not served in the order in which they come: of a long row half took {share} of what they do on average, and others "
            + "waited while they were passed."
        : "";

    private string? PassedShare =>
        _rivals.Readings.FirstOrDefault(r => r.Of == Contrast.Passed) is { } passed ? FigureText.Number(passed.Median) : null;

    // What only that contrast rejects is what calls wait for all the same.
    private string There(Contrast contrast) => _rivals.Rivals.Where(r => r.OnlyRejection == contrast).Select(r => r.Mechanism.Name).ToList()
        is { Count: > 0 } names ? $" There they wait for {string.Join(", or ", names)}." : "";

    private string WouldProve(Rival only) => "Every other way was rejected, but "
        + (only.Unmet is { } missed ? Measured(only, missed)
            : only.Sign is { } sign ? $"{only.Mechanism.WhyNotProven(_seen)}, though {Measured(only, sign)}"
            : $"nothing that only {only.Mechanism.Name} would show was seen")
        + $". {(_isCutShort ? $"{MoreTime} " : "")}'fathom doctor --pid PID' on the server while it is called shows what it does.";

    private string Measured(Rival rival, RivalCheck seen) =>
        $"{RivalText.Of(PredictionOf(rival, seen))}, since {seen.Prediction.Why}";

    private DoctorRival RivalOf(Rival rival) => new(rival.Mechanism.Cause, rival.Mechanism.Name,
        rival.Impossible is not null ? RivalFate.Impossible
            : !rival.IsPossible ? RivalFate.Rejected
            : IsFound ? RivalFate.Found : RivalFate.Possible)
    {
        Why = rival.Impossible,
        Predictions = [.. rival.Checked.Select(c => PredictionOf(rival, c))],
    };

    private DoctorPrediction PredictionOf(Rival rival, RivalCheck seen) => new(
        _rivals.Done.FirstOrDefault(e => e.Measures.Contains(seen.Prediction.Of))?.Id ?? "", seen.Prediction.Of.Id, seen.Prediction.Of.Text,
        seen.Prediction.Why, [.. seen.Reading.Values.Select(v => Math.Round(v, 4))], Math.Round(seen.Reading.Median, 4), seen.PValue)
    {
        Low = Finite(seen.Prediction.Low),
        High = Finite(seen.Prediction.High),
        Neutral = seen.Prediction.Of.Neutral,
        IsRejected = seen.IsRejected,
        IsSign = rival.Sign?.Prediction == seen.Prediction,
    };

    private static double? Finite(double value) => double.IsFinite(value) ? Math.Round(value, 4) : null;
}
