using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms;

namespace Fathom.Diagnosis.Examination;

/// <summary>A mechanism that may be at work. Owned by one examination.</summary>
public sealed class Rival
{
    // A prediction is decided by the first rounds, or by those and further ones together.
    private const int Looks = 2;

    private readonly Dictionary<Contrast, Prediction> _predictions;
    private readonly List<RivalCheck> _checked = [];

    internal Rival(Mechanism mechanism, BurstFacts seen)
    {
        (Mechanism, Impossible) = (mechanism, mechanism.WhyImpossible(seen));
        _predictions = mechanism.Predict(seen).Concat(seen.AnswersDirectly && mechanism.PastProxy is { } past ? [past] : [])
            .ToDictionary(p => p.Of);
        Level = RivalExamination.FalseRejections / Math.Max(1, _predictions.Values.Count(p => !p.IsOptional)) / Looks;
    }

    /// <summary>The mechanism.</summary>
    public Mechanism Mechanism { get; }

    /// <summary>Why the service cannot have it; null where it can.</summary>
    public string? Impossible { get; }

    /// <summary>The level at which each of its predictions is rejected, each time that it is looked at.</summary>
    public double Level { get; }

    /// <summary>What it predicted, and what was read.</summary>
    public IReadOnlyList<RivalCheck> Checked => _checked;

    /// <summary>The prediction that a reading rejected; null where none did.</summary>
    public RivalCheck? Rejected => _checked.Find(c => c.IsRejected);

    /// <summary>Whether it may still be at work.</summary>
    public bool IsPossible => IsLeft && (!Mechanism.NeedsSign || Sign is not null);

    /// <summary>Whether nothing speaks against it.</summary>
    internal bool IsLeft => Impossible is null && Rejected is null;

    /// <summary>The first prediction that was not met, and not rejected: its median lies outside of the range; null where there is
    /// none.</summary>
    public RivalCheck? Unmet => _checked.Find(c => c.IsUnmet);

    /// <summary>Its own sign: a prediction that nothing at work would not meet, that was met, and with which that was rejected; null where
    /// none was read.</summary>
    public RivalCheck? Sign => _checked.Find(c => c.PValue > Level && c.Prediction.Of.Neutral is { } neutral
        && !c.Prediction.Contains(neutral) && c.Prediction.Contains(c.Reading.Median)
        && c.Reading.PValue(c.Prediction.Low > neutral ? new(c.Prediction.Of, double.NegativeInfinity, neutral, "")
            : new(c.Prediction.Of, neutral, double.PositiveInfinity, "")) <= Level);

    /// <summary>Whether a contrast may be its sign.</summary>
    internal bool MaySign(Contrast contrast) => _predictions.GetValueOrDefault(contrast) is { } prediction
        && contrast.Neutral is { } neutral && !prediction.Contains(neutral);

    /// <summary>Takes what was read first, or that with further rounds.</summary>
    internal void Read(Reading reading)
    {
        if (Impossible is not null || !_predictions.TryGetValue(reading.Of, out var prediction))
        {
            return;
        }

        var index = _checked.FindIndex(c => c.Reading.Of == reading.Of);
        if (index < 0)
        {
            _checked.Add(new(prediction, reading, Level, reading.IsShort(Level) ? 0 : 1));
        }
        else if (_checked[index] is { IsRejected: false, Looks: < Looks and var looks })
        {
            _checked[index] = new(prediction, reading, Level, reading.IsShort(Level) ? 0 : looks + 1);
        }
    }

    /// <summary>Whether further rounds may reject it: the median of the first ones lies outside of what it predicts.</summary>
    internal bool IsOpen(Contrast contrast) => _checked.Exists(c => c.Reading.Of == contrast && c is { IsUnmet: true, Looks: < Looks });

    /// <summary>Whether a contrast may reject it.</summary>
    internal bool IsTestedBy(Contrast contrast) => _predictions.GetValueOrDefault(contrast) is { IsOptional: false };

    /// <summary>Whether further rounds may show its sign: the first ones were too few for that, whatever they show.</summary>
    internal bool MayStillSign(Contrast contrast) =>
        MaySign(contrast) && _checked.Exists(c => c.Reading.Of == contrast && c.Looks == 0);

    /// <summary>Takes what was read a second time: what rejected it once only is no rejection where the second could, and does
    /// not.</summary>
    internal void ReadAgain(Reading reading)
    {
        var index = _checked.FindIndex(c => c.Reading.Of == reading.Of);
        if (index >= 0 && _checked[index].IsRejected && !reading.IsShort(Level)
            && new RivalCheck(_checked[index].Prediction, reading, Level, Looks) is { IsRejected: false } again)
        {
            _checked[index] = again;
        }
    }

    /// <summary>The contrast that alone rejected it; null where several did, or none.</summary>
    internal Contrast? OnlyRejection => _checked.Where(c => c.IsRejected).Take(2).ToList() is [var only] ? only.Reading.Of : null;

    /// <summary>Whether a contrast may reject one of two: one predicts a range that the other's does not cover.</summary>
    internal bool Separates(Rival other, Contrast contrast)
    {
        var (own, others) = (_predictions.GetValueOrDefault(contrast), other._predictions.GetValueOrDefault(contrast));
        return own is { IsOptional: false } && others is { IsOptional: false } ? own.Excludes(others)
            : own is { IsOptional: false } || others is { IsOptional: false };
    }
}
