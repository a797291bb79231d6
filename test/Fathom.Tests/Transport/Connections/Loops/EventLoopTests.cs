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
