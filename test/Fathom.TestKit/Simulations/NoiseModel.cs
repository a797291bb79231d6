using Fathom.Statistics;

namespace Fathom.TestKit.Simulations;

/// <summary>The noise of one simulated study: a factor for every replicate of its plan, by the replicate's place in the run.</summary>
/// <param name="Name">Name of the noise.</param>
/// <param name="Factors">Factors of the replicates of a step: the share of the run that has passed, from 0 to 1, and how many.</param>
public sealed record NoiseModel(string Name, Func<SeededRandom, Func<double, int, double[]>> Factors)
{
    // Of what is left of each replicate where the noise is common to several.
    private const double Own = 0.05;

    // Of replicates that are 5 times as large.
    private const double SlowShare = 0.3;

    /// <summary>Every replicate by itself, by about 50 %.</summary>
    public static NoiseModel Independent { get; } = Lognormal("independent", 0.5);

    /// <summary>Three replicates in ten are 5 times as large.</summary>
    public static NoiseModel Bimodal { get; } = new("bimodal, 5 times", random => (_, count) =>
        Each(count, () => (random.NextDouble() < SlowShare ? 5 : 1) * Noise.LogNormal(random, Own)));

    /// <summary>The run becomes steadily slower or faster, by a factor of up to e and more.</summary>
    public static NoiseModel Drifting { get; } = new("drifting", random =>
    {
        var slope = Noise.Normal(random);
        return (passed, count) => Each(count, () => Math.Exp(slope * passed) * Noise.LogNormal(random, Own));
    });

    /// <summary>What disturbs a step disturbs all of its replicates alike, by about 50 %.</summary>
    public static NoiseModel SharedWithinStep { get; } = new("shared within a step", random => (_, count) =>
    {
        var step = Noise.LogNormal(random, 0.5);
        return Each(count, () => step * Noise.LogNormal(random, Own));
    });

    /// <summary>For a stretch of the run, of a tenth to a half of it, another program makes all replicates 2 to 4 times as large.</summary>
    public static NoiseModel BusyNeighbour { get; } = new("a busy neighbour", random =>
    {
        var length = 0.1 + (0.4 * random.NextDouble());
        var begins = random.NextDouble();
        var slower = 2 + (2 * random.NextDouble());
        return (passed, count) =>
            Each(count, () => (passed >= begins && passed < begins + length ? slower : 1) * Noise.LogNormal(random, 2 * Own));
    });

    /// <summary>All in which a study may find nothing.</summary>
    public static IReadOnlyList<NoiseModel> All { get; } = [Independent, Bimodal, Drifting, SharedWithinStep];

    /// <summary>Every replicate by itself.</summary>
    /// <param name="name">Name of the noise.</param>
    /// <param name="sigma">Standard deviation of the logarithm: about the relative one.</param>
    public static NoiseModel Lognormal(string name, double sigma) =>
        new(name, random => (_, count) => Each(count, () => Noise.LogNormal(random, sigma)));

    private static double[] Each(int count, Func<double> factor) => [.. Enumerable.Range(0, count).Select(_ => factor())];
}
