namespace Fathom.Link.Impairments;

/// <summary>How a direction's delay varies from packet to packet.</summary>
public enum JitterKind
{
    /// <summary>It does not.</summary>
    None,

    /// <summary>Delay plus a value from -jitter to +jitter, all alike.</summary>
    Uniform,

    /// <summary>Delay plus a normal value of mean 0 and standard deviation jitter; what would be below 0 is 0.</summary>
    Normal,

    /// <summary>
    /// Delay plus a value of 0 or more with a heavy tail: Pareto of the second kind (Lomax), shape 3, mean jitter. Delay is the least a
    /// packet takes, as on a real line; the mean is delay + jitter.
    /// </summary>
    Pareto,
}
