using Fathom.Statistics;

namespace Fathom.TestKit.Simulations;

/// <summary>Random values for tests of statistics and simulated studies.</summary>
public static class Noise
{
    /// <summary>Standard normal (Box-Muller).</summary>
    public static double Normal(SeededRandom random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <summary>A positive factor with median 1.</summary>
    public static double LogNormal(SeededRandom random, double sigma) => Math.Exp(sigma * Normal(random));

    /// <summary>At least 1, with a tail so heavy that its variance is infinite.</summary>
    public static double Pareto(SeededRandom random, double shape) => Math.Pow(1 - random.NextDouble(), -1 / shape);
}
