using static Fathom.Tests.Transport.Compression.Simulation.AdaptiveComparison;

namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>Adaptive compression once it has seen two downloads.</summary>
public class AfterTwoDownloadsTests
{
    // As the study: two downloads before on lines, and at least three that count. What cannot be measured is 5 ms of a message, and of a
    // stream the one trial that may fall into these.
    [Theory]
    [MemberData(nameof(Lines), MemberType = typeof(AdaptiveComparison))]
    public void After_two_downloads_it_is_within_a_tenth_of_the_better_of_always_and_never(
        int recordSize, double roundTrip, double fastest, double late) =>
        Worse(recordSize, roundTrip, fastest, late, before: 2, counted: 5, _ => recordSize == VirtualDownloads.Size ? 0.005 : 0.03)
            .ShouldBeEmpty();
}
