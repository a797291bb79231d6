using System.Collections.Concurrent;
using System.Net.Sockets;
using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Sockets of a loop on what the system has best, and on what every system has.</summary>
public abstract class EventLoopSocketTests
{
    private readonly EventLoop _loop;

    private EventLoopSocketTests(Poller poller) => _loop = new EventLoop("test loop", poller);

    [Fact]
    public async Task A_socket_is_told_of_once_it_can_be_read_and_when_the_peer_has_gone()
    {
        var (near, far) = await LoopbackPair.ConnectAsync();
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
        var (near, far) = await LoopbackPair.ConnectAsync();
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
        await LoopWork.TurnAsync(_loop);
        writable.ShouldBe(0, "nobody asked");

        registration.WatchWrite(true);
        await Eventually.HoldsAsync(() => Volatile.Read(ref writable) == 1, "it can be written at once");
        await LoopWork.TurnAsync(_loop);

        writable.ShouldBe(1, "nobody asks any more");
        await EndAsync(registration, far);
    }

    [Fact]
    public async Task A_registration_that_ended_is_told_nothing()
    {
        var (near, far) = await LoopbackPair.ConnectAsync();
        var told = 0;
        var registration = _loop.Register(near, new Events((_, _) => Interlocked.Increment(ref told)));
        registration.Dispose();

        far.Send("abc"u8);
        await Eventually.HoldsAsync(() => near.Available == 3, "the bytes are there to be read");
        await LoopWork.TurnAsync(_loop);

        told.ShouldBe(0);
        await EndAsync(registration, far);
    }

    /// <summary>
    /// Ends a registration and both sockets. On the loop, as connections do: it may just be telling this socket's events, which would then
    /// read from a socket that was disposed.
    /// </summary>
    private async Task EndAsync(SocketRegistration registration, Socket far)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _loop.Post(new LoopWork(() =>
        {
            registration.Dispose();
            registration.Socket.Dispose();
            ended.SetResult();
        }));
        await ended.Task;
        far.Dispose();
    }

    public sealed class OnEpoll : EventLoopSocketTests
    {
        public OnEpoll()
            : base(Poller.Create())
        {
        }
    }

    public sealed class OnSelect : EventLoopSocketTests
    {
        public OnSelect()
            : base(new SelectPoller())
        {
        }
    }

    private sealed class Events(Action<bool, bool> onReady) : ISocketEvents
    {
        public void OnReady(bool readable, bool writable) => onReady(readable, writable);
    }
}
