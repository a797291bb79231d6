using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>A loop on what the system has best, and on what every system has.</summary>
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
            _loop.Post(new Work(() =>
            {
                _loop.IsCurrent.ShouldBeTrue();
                ran.Add(number);
            }));
        }

        _loop.Post(new Work(done.SetResult));
        await done.Task;

        ran.ShouldBe(Enumerable.Range(0, 1000));
        _loop.IsCurrent.ShouldBeFalse();
    }

    [Fact]
    public async Task What_is_posted_by_what_was_posted_runs_too()
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Post(new Work(() => _loop.Post(new Work(() => _loop.Post(new Work(done.SetResult))))));
        await done.Task;
    }

    [Fact]
    public async Task Timers_fire_in_the_order_they_are_due_and_never_early()
    {
        ConcurrentQueue<int> fired = new();
        var began = Stopwatch.StartNew();
        var early = 0;
        List<ITimer> timers = [];

        // On the loop, which fires none before all three are there: whoever makes them may be held up for longer than lies between them.
        _loop.Post(new Work(() => timers.AddRange(new[] { 90, 30, 60 }.Select(milliseconds => _loop.Time.CreateTimer(
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
        _loop.Post(new Work(() =>
        {
            timers.Add(_loop.Time.CreateTimer(_ => stopped++, null, TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan));
            timers.Add(_loop.Time.CreateTimer(_ => moved++, null, TimeSpan.FromHours(1), Timeout.InfiniteTimeSpan));
            timers[0].Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            timers[1].Change(TimeSpan.FromMilliseconds(10), Timeout.InfiniteTimeSpan);
        }));

        await Eventually.HoldsAsync(() => Volatile.Read(ref moved) > 0, "the one that was moved fires");
        await Fires(TimeSpan.FromMilliseconds(50));

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

    [Fact]
    public async Task A_socket_is_told_of_once_it_can_be_read_and_when_the_peer_has_gone()
    {
        var (near, far) = await PairAsync();
        ConcurrentQueue<int> received = new();
        var registration = _loop.Register(near, new Events((readable, _) =>
        {
            if (readable)
            {
                received.Enqueue(near.Receive(new byte[100], SocketFlags.None, out var _));
            }
        }));

        far.Send("abc"u8);
        await Eventually.HoldsAsync(() => received.Contains(3), "bytes were read");
        far.Dispose();
        await Eventually.HoldsAsync(() => received.Contains(0), "the end was read");
        await EndAsync(registration, far);
    }

    [Fact]
    public async Task Writing_is_watched_only_while_it_is_wanted()
    {
        var (near, far) = await PairAsync();
        var writable = 0;
        SocketRegistration? registration = null;
        var registered = new TaskCompletionSource();
        registration = _loop.Register(near, new Events((_, canWrite) =>
        {
            if (canWrite)
            {
                Interlocked.Increment(ref writable);
                registered.Task.Wait();
                registration!.WatchWrite(false);
            }
        }));
        registered.SetResult();
        await Fires(TimeSpan.FromMilliseconds(20));
        writable.ShouldBe(0, "nobody asked");

        registration.WatchWrite(true);
        await Eventually.HoldsAsync(() => Volatile.Read(ref writable) == 1, "it can be written at once");
        await Fires(TimeSpan.FromMilliseconds(20));

        writable.ShouldBe(1, "nobody asks any more");
        await EndAsync(registration, far);
    }

    [Fact]
    public async Task A_registration_that_ended_is_told_nothing()
    {
        var (near, far) = await PairAsync();
        var told = 0;
        var registration = _loop.Register(near, new Events((_, _) => Interlocked.Increment(ref told)));
        registration.Dispose();

        far.Send("abc"u8);
        await Fires(TimeSpan.FromMilliseconds(20));

        told.ShouldBe(0);
        await EndAsync(registration, far);
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
                _loop.Post(new Work(() => posted++));
                new LoopTimer(_loop, _ => fired++, null).Start(i % 5);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        await Eventually.HoldsAsync(() => Volatile.Read(ref posted) == Threads * Each && Volatile.Read(ref fired) == Threads * Each,
            "all came");
    }

    /// <summary>
    /// Ends a registration and both sockets. On the loop, as connections do: it may just be telling this socket's events, which would then
    /// read from a socket that was disposed.
    /// </summary>
    private async Task EndAsync(SocketRegistration registration, Socket far)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Post(new Work(() =>
        {
            registration.Dispose();
            registration.Socket.Dispose();
            ended.SetResult();
        }));
        await ended.Task;
        far.Dispose();
    }

    /// <summary>After that time the loop has done all that was due before.</summary>
    private Task Fires(TimeSpan after)
    {
        var fired = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Time.CreateTimer(_ => _loop.Post(new Work(fired.SetResult)), null, after, Timeout.InfiniteTimeSpan);
        return fired.Task;
    }

    private static async Task<(Socket Near, Socket Far)> PairAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var far = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await far.ConnectAsync(listener.LocalEndpoint);
        var near = await listener.AcceptSocketAsync();
        near.Blocking = false;
        return (near, far);
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

    private sealed class Work(Action run) : ILoopWork
    {
        public void Run() => run();
    }

    private sealed class Events(Action<bool, bool> onReady) : ISocketEvents
    {
        public void OnReady(bool readable, bool writable) => onReady(readable, writable);
    }
}
