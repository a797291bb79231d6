using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>
/// The forwarding loop on its own thread. It waits in <c>ppoll</c> for packets or until the next departure, to the nanosecond, and uses
/// no processor time in between. It owns both paths until <see cref="Dispose"/>.
/// </summary>
internal sealed class Forwarder : IDisposable
{
    // Enough to make the cost of a poll small, few enough that acknowledgements of the other direction do not wait.
    private const int Batch = 32;
    private const long MaxWait = 3_600_000_000_000;
    private const long Second = 1_000_000_000;

    private readonly PacketPath _up;
    private readonly PacketPath _down;
    private readonly PollWakeup _wake = new();
    private readonly Thread _thread;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentQueue<Action> _requests = new();
    private volatile bool _stopping;

    public Forwarder(PacketPath up, PacketPath down)
    {
        (_up, _down) = (up, down);
        _thread = new Thread(Run) { IsBackground = true, Name = "fathom-link" };
        _thread.Start();
    }

    /// <summary>Completes or faults with the loop.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Runs an action between two packets, on the thread of the loop.</summary>
    public async Task InvokeAsync(Action action)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _requests.Enqueue(() =>
        {
            action();
            done.SetResult();
        });
        _wake.Set();
        await await Task.WhenAny(done.Task, Ended);
    }

    public void Dispose()
    {
        _stopping = true;
        _wake.Set();
        _thread.Join();
        _wake.Dispose();
    }

    private void Run()
    {
        try
        {
            // The default timer slack is 50 us (prctl(2)).
            SystemCallException.Check(SystemCalls.ProcessControl(SystemCalls.SetTimerSlack, 1000, 0, 0, 0), "prctl(PR_SET_TIMERSLACK)");
            Forward();
            _ended.SetResult();
        }
        catch (Exception e)
        {
            _ended.SetException(e);
        }
    }

    private void Forward()
    {
        Span<SystemCalls.PollEntry> entries =
        [
            new() { Descriptor = _up.ReadDescriptor, Events = SystemCalls.PollIn },
            new() { Descriptor = _down.ReadDescriptor, Events = SystemCalls.PollIn },
            new() { Descriptor = _wake.Descriptor, Events = SystemCalls.PollIn },
        ];
        var more = false;
        while (!_stopping)
        {
            Wait(entries, more);
            if (entries[2].Returned != 0)
            {
                RunRequests();
            }

            more = entries[0].Returned != 0 && _up.Receive(Batch);
            more |= entries[1].Returned != 0 && _down.Receive(Batch);
            var now = Stopwatch.GetTimestamp();
            _up.Deliver(now);
            _down.Deliver(now);
        }
    }

    private void RunRequests()
    {
        _wake.Reset();
        while (_requests.TryDequeue(out var request))
        {
            request();
        }
    }

    private void Wait(Span<SystemCalls.PollEntry> entries, bool more)
    {
        var wait = more ? 0 : Math.Clamp(Math.Min(_up.NextEvent, _down.NextEvent) - Stopwatch.GetTimestamp(), 0, MaxWait);
        var timeout = new SystemCalls.TimeSpec { Seconds = (nint)(wait / Second), Nanoseconds = (nint)(wait % Second) };
        if (SystemCalls.Poll(ref entries[0], (nuint)entries.Length, ref timeout, 0) < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error != SystemCalls.Interrupted)
            {
                throw new SystemCallException("ppoll", error);
            }

            entries[0].Returned = entries[1].Returned = entries[2].Returned = 0;
        }
    }
}

/// <summary>Wakes a thread that waits in <c>ppoll</c> (eventfd(2)).</summary>
internal sealed class PollWakeup : IDisposable
{
    public int Descriptor { get; } = SystemCallException.Check(
        SystemCalls.EventDescriptor(0, SystemCalls.CloseOnExec | SystemCalls.NonBlocking), "eventfd");

    public void Set()
    {
        Span<byte> one = [1, 0, 0, 0, 0, 0, 0, 0];
        SystemCallException.Check((int)SystemCalls.Write(Descriptor, ref one[0], one.Length), "write(eventfd)");
    }

    /// <summary>Has the next wait wait again.</summary>
    public void Reset()
    {
        Span<byte> count = stackalloc byte[8];
        SystemCallException.Check((int)SystemCalls.Read(Descriptor, ref count[0], count.Length), "read(eventfd)");
    }

    public void Dispose() => SystemCallException.Check(SystemCalls.Close(Descriptor), "close(eventfd)");
}
