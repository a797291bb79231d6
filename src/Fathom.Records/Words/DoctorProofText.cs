using System.Globalization;
using Fathom.Records.Doctors;

namespace Fathom.Records.Words;

/// <summary>The words for a comparison that proved a cause, the same on terminal and page.</summary>
public static class DoctorProofText
{
    /// <summary>The comparison in one sentence, without its full stop.</summary>
    public static string Of(DoctorProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return $"{proof.Variable}={proof.Value} and nothing else changed: {proof.Metric} {Value(proof, proof.Before)} to "
            + $"{Value(proof, proof.After)}, {Times(proof)}, {Test(proof)}";
    }

    /// <summary>The ratio with its interval: <c>26.7 times (25.4 to 27.8)</c>.</summary>
    public static string Times(DoctorProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return $"{Amount.Number(proof.Ratio.Value)} times ({Amount.Range(proof.Ratio.Low, proof.Ratio.High, "", " to ")})";
    }

    /// <summary>The test: <c>8 pairs, p = 0.0039</c>; where no difference was predicted, that and the range that counts as none.</summary>
    public static string Test(DoctorProof proof)
    {
        ArgumentNullException.ThrowIfNull(proof);
        var predicted = proof.NoChange is { } none
            ? $"as predicted no difference ({Amount.Range(none.Low, none.High, "", " to ")} is none), " : "";
        return string.Create(CultureInfo.InvariantCulture, $"{predicted}{proof.Pairs} pairs, {ProbabilityText.Of(proof.PValue)}");
    }

    /// <summary>A value of what was compared.</summary>
    public static string Value(DoctorProof proof, double value)
    {
        ArgumentNullException.ThrowIfNull(proof);
        return Amount.Show(value, proof.Unit);
    }
}
