using Fathom.Transport.Connections.Loops;

namespace Fathom.FunctionalTests.Transport;

/// <summary>An event loop whose clock stands until a test moves it: a host or channel on it has real sockets and no time-out by
/// chance.</summary>
internal sealed class ManualLoop
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    private readonly TurnCounter _turns = new();
    private long _now;

    public ManualLoop()
    {
        Loop = new EventLoop("manual loop", Poller.Create(), () => Interlocked.Read(ref _now));
        Post(() => Loop.Pulse = _turns);
    }

    public EventLoop Loop { get; }

    /// <summary>Turns so far.</summary>
    public long Turns => _turns.Count;

    /// <summary>Moves the clock, in steps of 100 ms, and returns when all timers that are due by then have fired.</summary>
    public async Task AdvanceAsync(TimeSpan time)
    {
        while (time > TimeSpan.Zero)
        {
            var step = time < Step ? time : Step;
            time -= step;
            Interlocked.Add(ref _now, (long)step.TotalMilliseconds);
            await TurnAsync();
        }
    }

    /// <summary>Returns when the loop has looked at its sockets, its timers and its work.</summary>
    public Task TurnAsync()
    {
        // The turn under way may have looked at them before: what is posted by posted work runs in the next one.
        var turned = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Post(() => Post(turned.SetResult));
        return turned.Task;
    }

    private void Post(Action run) => Loop.Post(new Work(run));

    private sealed class TurnCounter : ILoopPulse
    {
        private long _count;

        public long Count => Interlocked.Read(ref _count);

        public long Wait => long.MaxValue;

        public void Run() => Interlocked.Increment(ref _count);
    }

    private sealed class Work(Action run) : ILoopWork
    {
        public void Run() => run();
    }
}
