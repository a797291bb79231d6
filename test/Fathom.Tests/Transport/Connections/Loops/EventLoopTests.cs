using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Work that is posted to a loop on what the system has best, and on what every system has.</summary>
public abstract class EventLoopTests
{
    private readonly EventLoop _loop;

    private EventLoopTests(Poller poller) => _loop = new EventLoop("test loop", poller);

    [Fact]
    public async Task What_is_posted_runs_on_the_loops_thread_in_order()
    {
        List<int> ran = [];
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

        for (var i = 0; i < 1000; i++)
        {
            var number = i;
            _loop.Post(new LoopWork(() =>
            {
                _loop.IsCurrent.ShouldBeTrue();
                ran.Add(number);
            }));
        }

        _loop.Post(new LoopWork(done.SetResult));
        await done.Task;

        ran.ShouldBe(Enumerable.Range(0, 1000));
        _loop.IsCurrent.ShouldBeFalse();
    }

    [Fact]
    public async Task What_is_posted_by_what_was_posted_runs_too()
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Post(new LoopWork(() => _loop.Post(new LoopWork(() => _loop.Post(new LoopWork(done.SetResult))))));
        await done.Task;
    }

    [Fact]
    public async Task Many_threads_post_and_set_timers_and_nothing_is_lost()
    {
        const int Threads = 4;
        const int Each = 2000;
        var (posted, fired) = (0, 0);
        var threads = Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            for (var i = 0; i < Each; i++)
            {
                _loop.Post(new LoopWork(() => posted++));
                new LoopTimer(_loop, _ => fired++, null).Start(i % 5);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        await Eventually.HoldsAsync(() => Volatile.Read(ref posted) == Threads * Each && Volatile.Read(ref fired) == Threads * Each,
            "all came");
    }

    [Fact]
    public async Task Of_much_work_and_of_many_timers_a_part_runs_in_a_turn()
    {
        const int Many = 1000;
        var most = SecurityPage.Number("64 timers");
        var (now, turns, fired) = (0L, new Turns(), 0);
        var loop = new EventLoop("turns", Poller.Create(), () => Interlocked.Read(ref now));
        var (worked, last) = (new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously),
            new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously));
        loop.Post(new LoopWork(() =>
        {
            loop.Pulse = turns;
            for (var i = 1; i <= Many; i++)
            {
                var isLast = i == Many;
                loop.Post(new LoopWork(() => _ = isLast && worked.TrySetResult(turns.Count)));
                new LoopTimer(loop, _ => _ = ++fired == Many && last.TrySetResult(turns.Count), null).Start(0);
            }
        }));

        (await worked.Task).ShouldBeInRange(Many / most, 2 * Many / most);
        Interlocked.Add(ref now, 1000);
        await LoopWork.TurnAsync(loop);

        // Without anything that would wake the loop.
        (await last.Task - await worked.Task).ShouldBeGreaterThanOrEqualTo(Many / most);
    }

    private sealed class Turns : ILoopPulse
    {
        public long Count { get; private set; }

        public long Wait => long.MaxValue;

        public void Run() => Count++;
    }

    public sealed class OnEpoll : EventLoopTests
    {
        public OnEpoll()
            : base(Poller.Create())
        {
        }
    }

    public sealed class OnSelect : EventLoopTests
    {
        public OnSelect()
            : base(new SelectPoller())
        {
        }
    }
}
