using System.Collections.Concurrent;

namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// The threads of TLS handshakes: private-key operations and the building of certificate chains take milliseconds, and would hold up every
/// connection of an event loop. Threads of their own, because a call needs none of the pool. Background threads that live as long as the
/// process, started with the first handshake.
/// </summary>
internal static class HandshakeThreads
{
    private static readonly Lazy<BlockingCollection<(Action<object?> Work, object? State)>> Queue = new(Start);

    /// <summary>Runs work on one of the threads. An exception goes to <see cref="EventLoop.Failed"/>.</summary>
    public static void Post(Action<object?> work, object? state) => Queue.Value.Add((work, state));

    private static BlockingCollection<(Action<object?> Work, object? State)> Start()
    {
        var queue = new BlockingCollection<(Action<object?> Work, object? State)>();
        for (var number = 0; number < Math.Clamp(Environment.ProcessorCount / 2, 1, 4); number++)
        {
            new Thread(() => Run(queue)) { IsBackground = true, Name = $"fathom handshakes {number}" }.Start();
        }

        return queue;
    }

    private static void Run(BlockingCollection<(Action<object?> Work, object? State)> queue)
    {
        foreach (var (work, state) in queue.GetConsumingEnumerable())
        {
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
}
