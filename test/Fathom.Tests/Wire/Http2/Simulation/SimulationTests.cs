using System.Globalization;
using Fathom.TestKit;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// Both roles against each other in simulated worlds (<see cref="World"/>). A failure names its seed; to run that one alone, with every
/// step written out:
/// <c>FATHOM_SIMULATION_SEED=123 dotnet test test/Fathom.Tests --filter FullyQualifiedName~SimulationTests --logger
/// "console;verbosity=detailed"</c>. <c>FATHOM_SIMULATION_SEEDS=100000</c> runs as many worlds.
/// </summary>
public sealed class SimulationTests(ITestOutputHelper output)
{
    private const int Ranges = 10;

    private static readonly int SeedsPerRange = SimulationSeeds.Count(Thorough.Count(1500, 3000, 100_000)) / Ranges;

    // One run serves all tests of the class.
    private static readonly Lazy<Tally>[] Runs = [.. Enumerable.Range(0, Ranges)
        .Select(range => new Lazy<Tally>(() => Run(range * SeedsPerRange, SeedsPerRange)))];

    public static TheoryData<int> FirstSeeds => [.. Enumerable.Range(0, Ranges).Select(range => range * SeedsPerRange)];

    [Theory]
    [MemberData(nameof(FirstSeeds))]
    public void Whatever_happens_on_the_way_every_call_ends_once_and_right(int firstSeed)
    {
        if (SingleSeed is { } seed)
        {
            Assert.SkipWhen(firstSeed > 0, "only the seed of FATHOM_SIMULATION_SEED is run");
            using var trace = new StringWriter(CultureInfo.InvariantCulture);
            try
            {
                World.Run(seed, trace);
            }
            finally
            {
                output.WriteLine(trace.ToString());
            }

            return;
        }

        output.WriteLine(Runs[firstSeed / SeedsPerRange].Value.ToString());
    }

    [Fact]
    public void The_worlds_differ_in_all_that_matters()
    {
        Assert.SkipWhen(SingleSeed is not null, "only the seed of FATHOM_SIMULATION_SEED is run");
        var all = new Tally();
        foreach (var run in Runs)
        {
            all.Add(run.Value);
        }

        output.WriteLine(all.ToString());
        foreach (var happening in Enum.GetValues<Happening>())
        {
            // To be held back only because others wait is rare: most of the time a window or the output is full as well. So is a stream
            // used anew so soon.
            all[happening].ShouldBeGreaterThan(happening is Happening.FairShare or Happening.ReusedDuringItsLastEvent ? 10 : 100,
                happening.ToString());
        }
    }

    [Fact]
    public void A_seed_is_all_there_is_to_a_world()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            World.Run(seed).Fingerprint.ShouldBe(World.Run(seed).Fingerprint);
        }
    }

    private static int? SingleSeed =>
        int.TryParse(Environment.GetEnvironmentVariable("FATHOM_SIMULATION_SEED"), CultureInfo.InvariantCulture, out var seed) ? seed
            : null;

    private static Tally Run(int first, int count)
    {
        var tally = new Tally();
        for (var seed = first; seed < first + count; seed++)
        {
            tally.Add(World.Run(seed).Tally);
        }

        return tally;
    }
}
