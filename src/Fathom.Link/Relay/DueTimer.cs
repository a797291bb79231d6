using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.Link.Relay;

/// <summary>
/// Completes waits when they are due, on a thread of its own. Timers of .NET count milliseconds of a clock that ticks with the kernel:
/// bytes that were due after 10 ms left after 12.4 ms. Times are nanoseconds of <see cref="Now"/>. Thread-safe.
/// </summary>
internal sealed partial class DueTimer : IDisposable
{
    private const long Millisecond = 1_000_000;

    private readonly PriorityQueue<TaskCompletionSource, long> _waits = new();
    private readonly Thread _thread;
    private bool _isEnded;

    public DueTimer()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "fathom-relay" };
        _thread.Start();
    }

    /// <summary>The time, nanoseconds.</summary>
    public static long Now => (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));

    /// <summary>Completes at <paramref name="due"/>, never before.</summary>
    public Task WaitAsync(long due, CancellationToken cancellation)
    {
        if (due <= Now)
        {
            return Task.CompletedTask;
        }

        var wait = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_waits)
        {
            _waits.Enqueue(wait, due);
            if (_waits.Peek() == wait)
            {
                Monitor.Pulse(_waits);
            }
        }

        return wait.Task.WaitAsync(cancellation);
    }

    public void Dispose()
    {
        lock (_waits)
        {
            _isEnded = true;
            Monitor.Pulse(_waits);
        }

        _thread.Join();
    }

    private void Run()
    {
        while (Next() is { } remaining)
        {
            if (remaining > 0)
            {
                // Less than a millisecond: what becomes due earlier meanwhile is late by that at most.
                SleepBelowMillisecond(remaining);
            }
        }
    }

    // Completes what is due. The nanoseconds to the next wait, below a millisecond; null at the end.
    private long? Next()
    {
        lock (_waits)
        {
            while (!_isEnded)
            {
                if (!_waits.TryPeek(out var wait, out var due))
                {
                    Monitor.Wait(_waits);
                }
                else if (due - Now is var remaining && remaining >= Millisecond)
                {
                    Monitor.Wait(_waits, (int)Math.Min(remaining / Millisecond, int.MaxValue));
                }
                else if (remaining > 0)
                {
                    return remaining;
                }
                else
                {
                    _waits.Dequeue();
                    wait.SetResult();
                }
            }

            return null;
        }
    }

    private static void SleepBelowMillisecond(long nanoseconds)
    {
        if (OperatingSystem.IsWindows())
        {
            Thread.Sleep(1);
            return;
        }

        // Interrupted or not, the caller looks at the clock again.
        var time = new TimeSpec { Nanoseconds = (nint)nanoseconds };
        _ = Sleep(ref time, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(ref TimeSpec time, nint remaining);

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
