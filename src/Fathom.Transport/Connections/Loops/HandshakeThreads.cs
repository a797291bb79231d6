using System.Diagnostics;

namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// The threads of TLS handshakes: private-key operations and the building of certificate chains take milliseconds, and would hold up every
/// connection of an event loop. Threads of their own, because a call needs none of the pool. Background threads that live as long as the
/// process, started with the first handshake.
/// </summary>
internal static class HandshakeThreads
{
    private static readonly HandshakeQueue Queue = new();
    private static readonly object Waiting = new();
    private static bool s_started;

    private static long Now => (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;

    /// <summary>Runs a step of a handshake on one of the threads. An exception goes to <see cref="EventLoop.Failed"/>.</summary>
    /// <param name="party">Who has the handshake: each party that waits has a step in turn.</param>
    /// <param name="isAnswered">Whether this side has answered in this handshake.</param>
    /// <param name="work">The step.</param>
    /// <param name="state">What it is called with.</param>
    public static void Post(HandshakeParty party, bool isAnswered, Action<object?> work, object? state)
    {
        lock (Waiting)
        {
            Queue.Add(party, isAnswered, (work, state));
            if (!s_started)
            {
                Start();
                s_started = true;
            }

            Monitor.Pulse(Waiting);
        }
    }

    /// <summary>This side is about to answer in a handshake: call on the thread of its step.</summary>
    public static void CountAnswer(HandshakeParty party)
    {
        if (party.MaxPerSecond is not null)
        {
            lock (Waiting)
            {
                Queue.CountAnswer(party, Now);
            }
        }
    }

    private static void Start()
    {
        for (var number = 0; number < Math.Clamp(Environment.ProcessorCount / 2, 1, 4); number++)
        {
            new Thread(Run) { IsBackground = true, Name = $"fathom handshakes {number}" }.Start();
        }
    }

    private static void Run()
    {
        while (true)
        {
            var (work, state) = Take();
            try
            {
                work(state);
            }
            catch (Exception e)
            {
                EventLoop.Fail(state, e);
            }
        }
    }

    private static (Action<object?> Work, object? State) Take()
    {
        lock (Waiting)
        {
            while (true)
            {
                if (Queue.TryTake(Now, out var step, out var wait))
                {
                    return step;
                }

                Monitor.Wait(Waiting, wait);
            }
        }
    }
}
