namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// Limits what a handler reads and writes without a pause. A client that has sent all its messages, or reads as fast as they are written,
/// would hold up every other connection of the event loop, or keep a thread of the pool that other calls wait for. Owned by one call.
/// </summary>
/// <param name="loop">The event loop on which the handler runs; null for the thread pool.</param>
internal sealed class HandlerTurn(EventLoop? loop)
{
    // Less than 0.1 ms of copying and sending. A thousand clients that connect at once each have a turn before the next call: with 1 MiB,
    // the p99 of an honest client beside them was 87 ms, with 32 KiB and less output in a turn of the loop 40 ms.
    private const int MaxBytes = 32 * 1024;

    // A message of no bytes costs about as much as this many.
    private const int MessageBytes = 512;

    private long _bytes;

    /// <summary>Whether the handler runs on an event loop, where it must not take long.</summary>
    public bool IsOnLoop => loop is not null;

    /// <summary>Counts a message that was read or written.</summary>
    /// <returns>Whether the turn is over: await <see cref="EndAsync"/>.</returns>
    public bool Spend(long bytes) => (_bytes += MessageBytes + bytes) > MaxBytes;

    /// <summary>Continues in a new turn, after the other connections of the loop, or what waits for the pool, have had theirs.</summary>
    public LoopYield EndAsync()
    {
        _bytes = 0;
        return new LoopYield(loop);
    }
}
