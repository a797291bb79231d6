using System.Globalization;

namespace Fathom.Tests;

/// <summary>How many simulated worlds, or orders of threads, are tried: <c>FATHOM_SIMULATION_SEEDS</c>, or as many as a test
/// says.</summary>
internal static class SimulationSeeds
{
    /// <summary>The number of seeds.</summary>
    /// <param name="usual">As many as everybody waits for.</param>
    public static int Count(int usual) =>
        int.TryParse(Environment.GetEnvironmentVariable("FATHOM_SIMULATION_SEEDS"), CultureInfo.InvariantCulture, out var seeds)
            ? seeds : usual;
}
