using System.Diagnostics;

namespace Fathom.Transport.Connections;

/// <summary>The life of a connection; it only goes forward.</summary>
internal enum SessionPhase
{
    /// <summary>The socket is not connected yet.</summary>
    Connecting = 0,

    /// <summary>The socket is connected, and calls can be made unless the engine has ended.</summary>
    Open,

    /// <summary>The engine has ended; its last bytes are being sent, for a second at most.</summary>
    Ending,

    /// <summary>All is sent; the peer has time to read it (<see cref="Linger"/>).</summary>
    ShutDown,

    /// <summary>The socket is closed; output that was left is lost.</summary>
    Closed,
}

/// <summary>Who sends the output of a connection.</summary>
internal enum OutputState
{
    /// <summary>No thread; the next one that leaves the strand decides.</summary>
    Idle = 0,

    /// <summary>The event loop, soon.</summary>
    Posted,

    /// <summary>A thread that left the strand and comes back with the outcome.</summary>
    Sending,

    /// <summary>No thread until the socket is writable again.</summary>
    Blocked,
}

/// <summary>
/// The state machine of one <see cref="Http2Session"/>: its phase, which only advances, and who sends its output. Changed inside the
/// strand; <see cref="IsClosed"/> can be read outside.
/// </summary>
internal sealed class SessionState
{
    private volatile SessionPhase _phase;

    public SessionPhase Phase => _phase;

    public OutputState Output { get; private set; }

    public bool IsClosed => _phase == SessionPhase.Closed;

    /// <summary>Advances to a later phase.</summary>
    /// <returns>False when the connection is in this phase, or past it.</returns>
    public bool TryAdvance(SessionPhase phase)
    {
        if (_phase >= phase)
        {
            return false;
        }

        _phase = phase;
        return true;
    }

    /// <summary>The calling thread sends, after <see cref="OutputState.Idle"/>, in the place of the loop, or once more.</summary>
    public void BeginSending() => Set(OutputState.Sending, Output is not OutputState.Blocked);

    /// <summary>The event loop sends soon.</summary>
    public void Post() => Set(OutputState.Posted, Output is OutputState.Idle or OutputState.Sending);

    /// <summary>The posted send runs on the event loop.</summary>
    public void OnPosted()
    {
        // A thread that blocks may have sent in the meantime, and found the socket full.
        if (Output == OutputState.Posted)
        {
            Output = OutputState.Idle;
        }
    }

    /// <summary>Nothing is left to send.</summary>
    public void EndSending() => Set(OutputState.Idle, Output is OutputState.Sending);

    /// <summary>The socket is full, or has failed.</summary>
    public void Block() => Set(OutputState.Blocked, Output is OutputState.Sending);

    /// <summary>The socket is writable again.</summary>
    public void OnWritable()
    {
        if (Output == OutputState.Blocked)
        {
            Output = OutputState.Idle;
        }
    }

    private void Set(OutputState next, bool allowed)
    {
        Debug.Assert(allowed, $"{Output} does not lead to {next}.");
        Output = next;
    }
}
