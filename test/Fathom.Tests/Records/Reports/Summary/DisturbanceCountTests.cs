using Fathom.Records.Reports.Summary;

namespace Fathom.Tests.Records.Reports.Summary;

/// <summary>The sentence about replicates that were measured while something else used the machine.</summary>
public class DisturbanceCountTests
{
    [Theory]
    [InlineData(0, 1, "1 replicate was repeated because something else used the machine or slowed it, and set aside.")]
    [InlineData(0, 2, "2 replicates were repeated because something else used the machine or slowed it, and set aside.")]
    [InlineData(3, 0, "3 of 9 replicates count although something else used the machine or slowed it.")]
    [InlineData(
        3, 2, "3 of 9 replicates count although something else used the machine or slowed it; 2 replicates were repeated for that "
            + "reason and set aside.")]
    public void It_names_the_reason_once(int marked, int setAside, string sentence) =>
        new DisturbanceCount(marked, setAside, 9).Sentence().ShouldBe(sentence);

    [Fact]
    public void Without_a_disturbance_there_is_none() => new DisturbanceCount(0, 0, 9).Sentence().ShouldBeNull();
}
