using System.Collections.Concurrent;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Load.Grpc.Workers;

/// <summary>The event loops of load, apart from those of channels. A worker has a loop for itself; a loop that was given back serves the
/// next run. Thread-safe.</summary>
internal static class LoadLoops
{
    private static readonly ConcurrentBag<EventLoop> Free = [];
    private static int s_created;

    public static EventLoop Rent() => Free.TryTake(out var loop) ? loop
        : new EventLoop($"fathom load {Interlocked.Increment(ref s_created)}", Poller.Create());

    /// <summary>Gives back a loop on which nothing is left to do.</summary>
    public static void Return(EventLoop loop) => Free.Add(loop);
}
