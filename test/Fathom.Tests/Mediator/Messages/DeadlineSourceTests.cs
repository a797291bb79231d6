using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.Transport.Calls;

namespace Fathom.Tests.Mediator.Messages;

/// <summary>Deadlines of messages that are beyond what a timer takes, 49.7 days.</summary>
public class DeadlineSourceTests
{
    [Fact]
    public void One_of_a_hundred_days_passes_then_and_not_before()
    {
        // The timers of the system refuse more.
        using var far = new DeadlineSource(Deadline.After(TimeSpan.FromDays(100)), TimeProvider.System);
        far.HasPassed.ShouldBeFalse();

        var time = new VirtualTime();
        using var source = new DeadlineSource(Deadline.After(TimeSpan.FromDays(100), time), time);
        time.Advance(TimeSpan.FromDays(99));
        source.HasPassed.ShouldBeFalse();
        time.Advance(TimeSpan.FromDays(1));
        source.HasPassed.ShouldBeTrue();
    }
}
