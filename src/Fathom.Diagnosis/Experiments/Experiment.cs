namespace Fathom.Diagnosis.Experiments;

/// <summary>One thing that a caller varies, in rounds. It measures contrasts, and knows no mechanism. Stateless.</summary>
/// <param name="id">Its name.</param>
public abstract class Experiment(string id)
{
    /// <summary>Its name.</summary>
    public string Id { get; } = id;

    /// <summary>What it measures.</summary>
    public abstract IReadOnlyList<Contrast> Measures { get; }

    /// <summary>What of that it measures with what is known of the service.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="rounds">Rounds.</param>
    public virtual IEnumerable<Contrast> MeasuresOf(BurstFacts seen, int rounds) => Measures;

    /// <summary>Whether it can be done with what is known of the service.</summary>
    public virtual bool CanRun(BurstFacts seen) => true;

    /// <summary>About how long all its rounds take, ms.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="rounds">Rounds.</param>
    public abstract double CostMs(BurstFacts seen, int rounds);

    /// <summary>What it does, as a sentence.</summary>
    public abstract string Describe(BurstFacts seen);

    /// <summary>Carries it out.</summary>
    /// <param name="service">The service.</param>
    /// <param name="seen">What is known of it.</param>
    /// <param name="rounds">Rounds: values of each reading.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Readings of all or some of <see cref="Measures"/>.</returns>
    public abstract Task<IReadOnlyList<Reading>> RunAsync(
        IServiceUnderTest service, BurstFacts seen, int rounds, CancellationToken cancellation);

    /// <summary>The ratios of two trials, made one right after the other, each first in turn.</summary>
    protected static async Task<double[]> RatiosAsync(
        int rounds, Func<Task<double>> above, Func<Task<double>> below)
    {
        var ratios = new double[rounds];
        for (var i = 0; i < rounds; i++)
        {
            // In turn, so that what drifts favours neither.
            if (i % 2 == 0)
            {
                var denominator = await below();
                ratios[i] = await above() / denominator;
            }
            else
            {
                var numerator = await above();
                ratios[i] = numerator / await below();
            }
        }

        return ratios;
    }
}

/// <summary>A service that is examined from outside: live, recorded or simulated.</summary>
public interface IServiceUnderTest
{
    /// <summary>Makes the calls of a trial.</summary>
    Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation);
}
