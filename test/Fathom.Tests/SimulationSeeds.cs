using System.Globalization;

namespace Fathom.Tests;

/// <summary>Number of simulated worlds, or of orders of threads, that a test tries: <c>FATHOM_SIMULATION_SEEDS</c>, or the test's own
/// default.</summary>
internal static class SimulationSeeds
{
    /// <summary>The number of seeds.</summary>
    /// <param name="usual">The test's default.</param>
    public static int Count(int usual) =>
        int.TryParse(Environment.GetEnvironmentVariable("FATHOM_SIMULATION_SEEDS"), CultureInfo.InvariantCulture, out var seeds)
            ? seeds : usual;
}
