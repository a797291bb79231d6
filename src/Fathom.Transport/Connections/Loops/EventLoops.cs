namespace Fathom.Transport.Connections.Loops;

/// <summary>The event loops of the process, created on first use and assigned in turn.</summary>
internal static class EventLoops
{
    private static readonly Lazy<EventLoop>[] All =
        [.. Enumerable.Range(0, Math.Clamp(Environment.ProcessorCount / 2, 1, 8)).Select(Create)];

    private static int s_next = -1;

    public static int Count => All.Length;

    public static EventLoop Next() => All[(uint)Interlocked.Increment(ref s_next) % (uint)All.Length].Value;

    private static Lazy<EventLoop> Create(int number) => new(() => new EventLoop($"fathom loop {number}", Poller.Create()));
}
