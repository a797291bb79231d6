using Fathom.Statistics;

namespace Fathom.Diagnosis.Experiments;

/// <summary>The values of a contrast, one of each round. Rounds do not depend on each other.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Values">Its values, at least one.</param>
public record Reading(Contrast Of, IReadOnlyList<double> Values)
{
    /// <summary>Their median.</summary>
    public double Median => Sample.Median([.. Values]);

    /// <summary>The same with the values of further rounds.</summary>
    /// <param name="further">A reading of the same contrast, of the same kind.</param>
    public virtual Reading With(Reading further)
    {
        ArgumentNullException.ThrowIfNull(further);
        return this with { Values = [.. Values, .. further.Values] };
    }

    /// <summary>Whether it has too few values to reject a prediction, whatever they are.</summary>
    /// <param name="level">The level of the test.</param>
    public virtual bool IsShort(double level) => Values.Count < SignTest.FewestFor(level);

    /// <summary>How likely values as far outside of a range are if the median lies in it: the sign test, whose p-value is exact for any
    /// distribution.</summary>
    public virtual double PValue(Prediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        var hasLow = !double.IsNegativeInfinity(prediction.Low);
        var hasHigh = !double.IsPositiveInfinity(prediction.High);
        var below = hasLow ? SignTest.AtLeast(Values.Count(v => v < prediction.Low), Values.Count) : 1;
        var above = hasHigh ? SignTest.AtLeast(Values.Count(v => v > prediction.High), Values.Count) : 1;
        return Math.Min(1, (hasLow && hasHigh ? 2 : 1) * Math.Min(below, above));
    }
}

/// <summary>Values that are tested all together, so that none are too few to reject a prediction.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Values">The values.</param>
public abstract record PooledReading(Contrast Of, IReadOnlyList<double> Values) : Reading(Of, Values)
{
    /// <inheritdoc/>
    public override bool IsShort(double level) => false;
}

/// <summary>Times that either vary as those of single calls do, or more.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Values">The times over their median.</param>
/// <param name="Reference">Times of single calls over their median, at least one.</param>
public sealed record SpreadReading(Contrast Of, IReadOnlyList<double> Values, IReadOnlyList<double> Reference) : PooledReading(Of, Values)
{
    /// <summary>How likely so many of the largest deviations of all are theirs, outside of a range, if they vary no more than single
    /// calls: a permutation test.</summary>
    public override double PValue(Prediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        var most = Reference.Max(Deviation);
        return Chance.AllOf(
            Values.Count(v => Deviation(v) > most && !prediction.Contains(v)), Values.Count, Values.Count + Reference.Count);
    }

    private static double Deviation(double ratio) => Math.Abs(Math.Log(ratio));
}

/// <summary>Waits that are either as long as those that nothing caused, or longer.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Values">The waits.</param>
/// <param name="Reference">Waits that nothing caused, on the same scale, at least one.</param>
public sealed record WaitReading(Contrast Of, IReadOnlyList<double> Values, IReadOnlyList<double> Reference) : PooledReading(Of, Values)
{
    /// <summary>How likely so many of the longest waits of all are beyond a range if what is beside them causes none: a permutation
    /// test.</summary>
    public override double PValue(Prediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        var most = Math.Max(prediction.High, Reference.Max());
        return Chance.AllOf(Values.Count(v => v > most), Values.Count, Values.Count + Reference.Count);
    }
}
