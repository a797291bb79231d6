using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>
/// The forwarding loop, on a thread of its own: waits in <c>ppoll</c> for packets or for the time of the next one to leave, to the
/// nanosecond, and costs nothing in between. It owns both lanes from start to <see cref="Dispose"/>.
/// </summary>
internal sealed class Forwarder : IDisposable
{
    // As many as a poll costs little beside, few enough that the other direction's acknowledgements do not wait.
    private const int Batch = 32;
    private const long LongestWait = 3_600_000_000_000;
    private const long Second = 1_000_000_000;

    private readonly Lane _up;
    private readonly Lane _down;
    private readonly WakeSignal _wake = new();
    private readonly Thread _thread;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _stopping;

    public Forwarder(Lane up, Lane down)
    {
        (_up, _down) = (up, down);
        _thread = new Thread(Run) { IsBackground = true, Name = "fathom-link" };
        _thread.Start();
    }

    /// <summary>Ends with the loop, and with its fault if it has one.</summary>
    public Task Ended => _ended.Task;

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
            // Timers of a thread may otherwise be 50 us late (prctl(2)).
            SystemCallException.Check(Libc.ProcessControl(Libc.SetTimerSlack, 1000, 0, 0, 0), "prctl(PR_SET_TIMERSLACK)");
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
        Span<Libc.PollEntry> entries =
        [
            new() { Descriptor = _up.ReadDescriptor, Events = Libc.PollIn },
            new() { Descriptor = _down.ReadDescriptor, Events = Libc.PollIn },
            new() { Descriptor = _wake.Descriptor, Events = Libc.PollIn },
        ];
        var more = false;
        while (!_stopping)
        {
            Wait(entries, more);
            more = entries[0].Returned != 0 && _up.Receive(Batch);
            more |= entries[1].Returned != 0 && _down.Receive(Batch);
            var now = Stopwatch.GetTimestamp();
            _up.Deliver(now);
            _down.Deliver(now);
        }
    }

    private void Wait(Span<Libc.PollEntry> entries, bool more)
    {
        var wait = more ? 0 : Math.Clamp(Math.Min(_up.NextEvent, _down.NextEvent) - Stopwatch.GetTimestamp(), 0, LongestWait);
        var timeout = new Libc.TimeSpec { Seconds = (nint)(wait / Second), Nanoseconds = (nint)(wait % Second) };
        if (Libc.Poll(ref entries[0], (nuint)entries.Length, ref timeout, 0) < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            if (error != Libc.Interrupted)
            {
                throw new SystemCallException("ppoll", error);
            }

            entries[0].Returned = entries[1].Returned = 0;
        }
    }
}
