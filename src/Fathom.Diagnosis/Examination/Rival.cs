using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>A mechanism that may be at work. Owned by one examination.</summary>
public sealed class Rival
{
    private readonly Dictionary<Contrast, Prediction> _predictions;
    private readonly List<(Prediction Prediction, Reading Reading, double PValue)> _read = [];

    internal Rival(Mechanism mechanism, BurstFacts seen)
    {
        (Mechanism, Impossible) = (mechanism, mechanism.WhyImpossible(seen));
        _predictions = mechanism.Predict(seen).ToDictionary(p => p.Of);
        Level = RivalExamination.FalseRejections / Math.Max(1, _predictions.Values.Count(p => !p.IsOptional));
    }

    /// <summary>The mechanism.</summary>
    public Mechanism Mechanism { get; }

    /// <summary>Why the service cannot have it; null where it can.</summary>
    public string? Impossible { get; }

    /// <summary>The level at which each of its predictions is rejected.</summary>
    public double Level { get; }

    /// <summary>What it predicted, and what was read.</summary>
    public IReadOnlyList<(Prediction Prediction, Reading Reading, double PValue)> Checked => _read;

    /// <summary>The prediction that a reading rejected; null where none did.</summary>
    public (Prediction Prediction, Reading Reading, double PValue)? Rejected =>
        _read.Where(Rejects).Select(r => ((Prediction, Reading, double)?)r).FirstOrDefault();

    /// <summary>Whether it may still be at work.</summary>
    public bool IsPossible => Impossible is null && Rejected is null;

    /// <summary>Its own sign: a prediction that nothing at work would not meet, that was met, and with which that was rejected; null where
    /// none was read.</summary>
    public (Prediction Prediction, Reading Reading, double PValue)? Sign => _read
        .Where(r => r.PValue > Level && r.Prediction.Of.Neutral is { } neutral && !r.Prediction.Contains(neutral)
            && r.Prediction.Contains(r.Reading.Median)
            && r.Reading.PValue(r.Prediction.Low > neutral ? new(r.Prediction.Of, double.NegativeInfinity, neutral, "")
                : new(r.Prediction.Of, neutral, double.PositiveInfinity, "")) <= Level)
        .Select(r => ((Prediction, Reading, double)?)r).FirstOrDefault();

    /// <summary>Whether a contrast may be its sign.</summary>
    internal bool MaySign(Contrast contrast) => _predictions.GetValueOrDefault(contrast) is { } prediction
        && contrast.Neutral is { } neutral && !prediction.Contains(neutral);

    internal void Read(Reading reading)
    {
        if (Impossible is not null || !_predictions.TryGetValue(reading.Of, out var prediction))
        {
            return;
        }

        var index = _read.FindIndex(r => r.Reading.Of == reading.Of);
        if (index < 0)
        {
            _read.Add((prediction, reading, reading.PValue(prediction)));
        }
        else if (IsShort(_read[index].Reading))
        {
            _read[index] = (prediction, reading, reading.PValue(prediction));
        }
    }

    /// <summary>Whether it has too few values to reject a prediction, whatever they are: only then do further rounds change what is
    /// decided, so that each prediction is decided once.</summary>
    internal bool IsShort(Reading reading) => reading.Values.Count < SignTest.FewestFor(Level);

    /// <summary>Takes what was read a second time: what rejected it once only is no rejection where the second does not.</summary>
    internal void ReadAgain(Reading reading)
    {
        var index = _read.FindIndex(r => r.Reading.Of == reading.Of);
        if (index >= 0 && Rejects(_read[index]) && reading.PValue(_read[index].Prediction) is var pValue && pValue > Level)
        {
            _read[index] = (_read[index].Prediction, reading, pValue);
        }
    }

    /// <summary>The contrast that alone rejected it; null where several did, or none.</summary>
    internal Contrast? OnlyRejection => _read.Where(Rejects).Take(2).ToList() is [var only] ? only.Reading.Of : null;

    /// <summary>Whether a contrast may reject one of two: one predicts a range that the other's does not cover.</summary>
    internal bool Separates(Rival other, Contrast contrast)
    {
        var (own, others) = (_predictions.GetValueOrDefault(contrast), other._predictions.GetValueOrDefault(contrast));
        return own is { IsOptional: false } && others is { IsOptional: false } ? own.Excludes(others)
            : own is { IsOptional: false } || others is { IsOptional: false };
    }

    private bool Rejects((Prediction Prediction, Reading Reading, double PValue) read) =>
        !read.Prediction.IsOptional && read.PValue <= Level;
}
