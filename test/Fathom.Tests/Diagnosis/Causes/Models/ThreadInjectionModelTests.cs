using Fathom.Diagnosis.Causes.ThreadPoolStarvation;

namespace Fathom.Tests.Diagnosis.Causes.Models;

public class ThreadInjectionModelTests
{
    [Theory]
    [InlineData(2, 9250)]
    [InlineData(4, 6000)]
    [InlineData(8, 2250)]
    [InlineData(16, 500)]
    [InlineData(25, 0)]
    [InlineData(64, 0)]
    public void Fifty_blocked_callers_wait_until_threads_are_added(int processors, double milliseconds) =>
        ThreadInjectionModel.MillisecondsUntilAllRun(50, processors).ShouldBe(milliseconds);

    [Fact]
    public void No_processor_is_refused() =>
        Should.Throw<ArgumentOutOfRangeException>(() => ThreadInjectionModel.MillisecondsUntilAllRun(50, 0));
}
