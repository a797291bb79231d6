using Fathom.TestKit;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>A strand under every interleaving of two threads, of three where tests are thorough, and under a sample of those of four, which
/// <c>FATHOM_SIMULATION_SEEDS</c> makes larger. In release builds strands have no observer, and the tests skip.</summary>
public class StrandInterleavingTests
{
    private static readonly Func<ConnectionWorld, Action>[] Deeds =
    [
        world => world.Post, world => world.Write, world => world.WriteHere, world => world.Flush, world => world.BecomeWritable,
        world => world.Close,
    ];

    /// <summary>Every choice of two of the six deeds, for each number of threads up to four: two threads do the first, the rest the
    /// second.</summary>
    public static TheoryData<int, int, int, bool> Casts()
    {
        var casts = new TheoryData<int, int, int, bool>();
        for (var first = 0; first < Deeds.Length; first++)
        {
            for (var second = first; second < Deeds.Length; second++)
            {
                casts.Add(first, second, 2, true);
                if (Thorough.IsOn)
                {
                    casts.Add(first, second, 3, false);
                    casts.Add(first, second, 3, true);
                }
            }
        }

        return casts;
    }

    [Theory]
    [MemberData(nameof(Casts))]
    public void Two_kinds_of_deed_on_two_or_three_threads(int first, int second, int threads, bool fillsUp) =>
        Explore(fillsUp, [.. Enumerable.Range(0, threads).Select(thread => Deeds[thread == 0 ? first : second])]);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Post_write_flush_and_writable_on_four_threads(bool fillsUp) =>
        Sample(fillsUp, world => world.Post, world => world.Write, world => world.Flush, world => world.BecomeWritable);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Post_write_writable_and_close_on_four_threads(bool fillsUp) =>
        Sample(fillsUp, world => world.Close, world => world.Post, world => world.WriteHere, world => world.BecomeWritable);

    [Fact]
    public void Four_threads_that_post() =>
        Sample(fillsUp: true, world => world.Post, world => world.Post, world => world.Post, world => world.Post);

    private static void Sample(bool fillsUp, params Func<ConnectionWorld, Action>[] threads)
    {
        SkipInRelease();
        new Interleavings(() => new ConnectionWorld(fillsUp, threads))
            .Sample(SimulationSeeds.Count(Thorough.Count(40, 200, 10_000)), seed: 1);
    }

    private static void Explore(bool fillsUp, params Func<ConnectionWorld, Action>[] threads)
    {
        SkipInRelease();
        var interleavings = new Interleavings(() => new ConnectionWorld(fillsUp, threads));
        interleavings.Explore();

        interleavings.Runs.ShouldBeGreaterThan(threads.Length, "the threads were not interleaved");
    }

    private static void SkipInRelease()
    {
#if !DEBUG
        Assert.Skip("Release builds leave out the points at which the threads stop: run the debug build.");
#endif
    }
}
