using Fathom.Link.Impairments;
using Fathom.Link.Relay;
using Fathom.Tests.Link.Impairments;

namespace Fathom.Tests.Link.Relay;

public class StreamScheduleTests
{
    [Fact]
    public void Bytes_take_the_delay_and_never_overtake()
    {
        var schedule = new StreamSchedule(new DirectionPlan { Delay = 50 * Bench.Millisecond, Jitter = 20 * Bench.Millisecond,
            JitterKind = JitterKind.Uniform }, 1, "up");
        var last = 0L;
        for (var i = 0; i < 10_000; i++)
        {
            var due = schedule.Due(i * Bench.Millisecond, 100);
            due.ShouldBeGreaterThanOrEqualTo(Math.Max(last, (i + 30) * Bench.Millisecond));
            last = due;
        }
    }

    [Fact]
    public void Bytes_leave_at_the_rate()
    {
        var schedule = new StreamSchedule(new DirectionPlan { Rate = 8_000_000 }, 1, "up");
        long due = 0;
        for (var i = 0; i < 1000; i++)
        {
            due = schedule.Due(0, 1000);
        }

        due.ShouldBe(Bench.Second);
    }
}
