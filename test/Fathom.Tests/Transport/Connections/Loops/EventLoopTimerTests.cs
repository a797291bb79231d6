using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Timers of a loop on what the system has best, and on what every system has.</summary>
public abstract class EventLoopTimerTests
{
    private readonly EventLoop _loop;

    private EventLoopTimerTests(Poller poller) => _loop = new EventLoop("test loop", poller);

    [Fact]
    public async Task Timers_fire_in_the_order_they_are_due_and_never_early()
    {
        ConcurrentQueue<int> fired = new();
        var began = Stopwatch.StartNew();
        var early = 0;
        List<ITimer> timers = [];

        // On the loop, which fires none before all three are there: whoever makes them may be held up for longer than lies between them.
        _loop.Post(new LoopWork(() => timers.AddRange(new[] { 90, 30, 60 }.Select(milliseconds => _loop.Time.CreateTimer(
            _ =>
            {
                Interlocked.Add(ref early, began.ElapsedMilliseconds < milliseconds ? 1 : 0);
                fired.Enqueue(milliseconds);
            },
            null,
            TimeSpan.FromMilliseconds(milliseconds),
            Timeout.InfiniteTimeSpan)))));

        await Eventually.HoldsAsync(() => fired.Count == 3, "all timers fired");

        fired.ShouldBe([30, 60, 90]);
        early.ShouldBe(0);
        timers.ForEach(timer => timer.Dispose());
    }

    [Fact]
    public async Task A_timer_that_is_stopped_does_not_fire_and_one_that_is_moved_fires_once()
    {
        var (stopped, moved) = (0, 0);
        List<ITimer> timers = [];

        // On the loop, which fires none meanwhile.
        _loop.Post(new LoopWork(() =>
        {
            timers.Add(_loop.Time.CreateTimer(_ => stopped++, null, TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan));
            timers.Add(_loop.Time.CreateTimer(_ => moved++, null, TimeSpan.FromHours(1), Timeout.InfiniteTimeSpan));
            timers[0].Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            timers[1].Change(TimeSpan.FromMilliseconds(10), Timeout.InfiniteTimeSpan);
        }));

        await Eventually.HoldsAsync(() => Volatile.Read(ref moved) > 0, "the one that was moved fires");
        await LoopWork.AfterAsync(_loop, TimeSpan.FromMilliseconds(50));

        stopped.ShouldBe(0);
        moved.ShouldBe(1);
        timers.ForEach(timer => timer.Dispose());
    }

    [Fact]
    public async Task A_periodic_timer_fires_again_and_again()
    {
        var fired = 0;
        using var timer = _loop.Time.CreateTimer(_ => Interlocked.Increment(ref fired), null, TimeSpan.Zero, TimeSpan.FromMilliseconds(2));
        await Eventually.HoldsAsync(() => Volatile.Read(ref fired) >= 5, "five times");
    }

    public sealed class OnEpoll : EventLoopTimerTests
    {
        public OnEpoll()
            : base(Poller.Create())
        {
        }
    }

    public sealed class OnSelect : EventLoopTimerTests
    {
        public OnSelect()
            : base(new SelectPoller())
        {
        }
    }
}
