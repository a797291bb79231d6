namespace Fathom.Link.Impairments;

/// <summary>Draws the delay of each packet. Owned by one direction; not thread-safe.</summary>
internal sealed class DelayDistribution(long delay, long jitter, JitterKind kind, ImpairmentRandom random)
{
    // Shape 3 is the smallest whole number with a finite variance, so that a mean over many packets converges.
    private const double ParetoShape = 3;

    /// <summary>The next packet's delay in nanoseconds, 0 or more.</summary>
    public long Next() => kind switch
    {
        JitterKind.Uniform => delay + (long)Math.Round(jitter * ((2 * random.NextDouble()) - 1)),
        JitterKind.Normal => Math.Max(0, delay + (long)Math.Round(jitter * Normal())),
        JitterKind.Pareto => delay + (long)Math.Round(
            jitter * (ParetoShape - 1) * (Math.Pow(1 - random.NextDouble(), -1 / ParetoShape) - 1)),
        _ => delay,
    };

    // Box and Muller, 1958; 1 - u is never 0.
    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}

/// <summary>Distribution of the delay of a direction.</summary>
public enum JitterKind
{
    /// <summary>No variation.</summary>
    None,

    /// <summary>Delay plus a uniform value from -jitter to +jitter.</summary>
    Uniform,

    /// <summary>Delay plus a normal value with mean 0 and standard deviation jitter; not below 0.</summary>
    Normal,

    /// <summary>
    /// Delay plus a heavy-tailed value of 0 or more: Pareto of the second kind (Lomax), shape 3, mean jitter. Delay is the minimum, as on a
    /// real line; the mean is delay + jitter.
    /// </summary>
    Pareto,
}
