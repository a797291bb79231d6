namespace Fathom.Transport.Connections.Loops;

/// <summary>The event loops of the process, created on first use and assigned in turn.</summary>
internal static class EventLoops
{
    private static readonly EventLoop?[] All = new EventLoop?[Math.Clamp(Environment.ProcessorCount / 2, 1, 8)];
    private static readonly Lock Creating = new();

    private static int s_next = -1;

    /// <summary>The next loop. Throws <see cref="IOException"/> when it is not there yet and the system has no room for its poller, for
    /// example no descriptors; a later call tries again.</summary>
    public static EventLoop Next()
    {
        var number = (uint)Interlocked.Increment(ref s_next) % (uint)All.Length;
        return Volatile.Read(ref All[number]) ?? Create(number);
    }

    private static EventLoop Create(uint number)
    {
        lock (Creating)
        {
            return All[number] ??= new EventLoop($"fathom loop {number}", Poller.Create());
        }
    }
}
