using System.Globalization;

namespace Fathom.Records.Words;

/// <summary>p-values as people read them: none is 0.</summary>
public static class ProbabilityText
{
    private const double Smallest = 0.0001;

    /// <summary>Returns a comparison: <c>p = 0.004</c> or <c>p &lt; 0.0001</c>.</summary>
    /// <param name="p">The p-value, 0 to 1.</param>
    public static string Of(double p) =>
        p < Smallest ? "p < 0.0001" : string.Create(CultureInfo.InvariantCulture, $"p = {p:0.####}");
}
