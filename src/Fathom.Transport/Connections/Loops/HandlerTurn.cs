namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// Limits what a handler on an event loop reads and writes without a pause: a client whose messages are all there, or who reads as fast as
/// they are written, would hold up every other connection of the loop. Owned by one call.
/// </summary>
internal sealed class HandlerTurn(EventLoop loop)
{
    // About a millisecond of copying and sending.
    private const int MaxBytes = 1024 * 1024;

    // A message of no bytes costs about as much as this many.
    private const int MessageBytes = 1024;

    private long _bytes;

    /// <summary>Counts a message that was read or written.</summary>
    /// <returns>Whether the turn is over: await <see cref="EndAsync"/>.</returns>
    public bool Spend(long bytes) => (_bytes += MessageBytes + bytes) > MaxBytes;

    /// <summary>Continues in a new turn, after the other connections of the loop have had theirs.</summary>
    public LoopYield EndAsync()
    {
        _bytes = 0;
        return new LoopYield(loop);
    }
}
