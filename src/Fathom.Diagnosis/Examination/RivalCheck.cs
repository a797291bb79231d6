using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Examination;

/// <summary>A prediction of a rival, and what was read of it.</summary>
/// <param name="Prediction">What it predicted.</param>
/// <param name="Reading">What was read, of all rounds.</param>
/// <param name="Level">The level at which it is rejected.</param>
/// <param name="Looks">How often it was decided; 0 where the rounds are too few for that.</param>
public sealed record RivalCheck(Prediction Prediction, Reading Reading, double Level, int Looks)
{
    /// <summary>How likely values as far outside are if the prediction holds.</summary>
    public double PValue { get; } = Reading.PValue(Prediction);

    /// <summary>Whether it is rejected.</summary>
    public bool IsRejected => !Prediction.IsOptional && PValue <= Level;

    /// <summary>Whether it is not rejected, and the median lies outside all the same, of rounds of which there can be more.</summary>
    public bool IsUnmet =>
        Prediction is { IsOptional: false, Of.CanRepeat: true } && PValue > Level && !Prediction.Contains(Reading.Median);
}
