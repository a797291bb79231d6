using Fathom.Lab.Findings;

namespace Fathom.Tests.Lab.Findings;

public class BlockedThreadLadderTests
{
    [Theory]
    [InlineData(2, 9250)]
    [InlineData(4, 6000)]
    [InlineData(8, 2250)]
    [InlineData(16, 500)]
    [InlineData(25, 0)]
    [InlineData(64, 0)]
    public void Fifty_blocked_callers_wait_for_the_ladder(int processors, double milliseconds) =>
        BlockedThreadLadder.MillisecondsUntilAllRun(50, processors).ShouldBe(milliseconds);

    [Fact]
    public void No_processor_is_refused() =>
        Should.Throw<ArgumentOutOfRangeException>(() => BlockedThreadLadder.MillisecondsUntilAllRun(50, 0));
}
