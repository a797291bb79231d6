using static Fathom.Tests.Transport.Compression.Simulation.AdaptiveComparison;

namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>Adaptive compression from the first message on, over many downloads.</summary>
public class OverManyDownloadsTests
{
    // From the first message on, which nobody knows anything of yet: it is compressed, may be cold and twice as slow as others, and is
    // sampled before.
    [Theory]
    [MemberData(nameof(Lines), MemberType = typeof(AdaptiveComparison))]
    public void Over_many_downloads_it_is_within_a_tenth_and_what_the_first_message_and_the_first_trial_cost(
        int recordSize, double roundTrip, double fastest, double late) =>
        Worse(recordSize, roundTrip, fastest, late, before: 0, counted: 40,
            codec => (3 * VirtualDownloads.Size * ((1 / codec.Compress) + (1 / codec.Decompress))) + 0.15).ShouldBeEmpty();
}
