namespace Fathom.Transport.Connections.Loops;

/// <summary>Work of an event loop that runs in each of its turns, and is due at times finer than the milliseconds of timers. One per
/// loop.</summary>
internal interface ILoopPulse
{
    /// <summary>How long the loop may wait for sockets, in nanoseconds; <see cref="long.MaxValue"/> for no limit.</summary>
    long Wait { get; }

    /// <summary>Runs at the end of a turn.</summary>
    void Run();
}
