using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>
/// Decides who sends the output of one HTTP/2 engine, and sends it, one thread at a time. Output of many calls is sent together: at the end
/// of a turn of the event loop, by the loop for other threads, or immediately when there is a single call. Owned by one session; every
/// member but <see cref="Send"/> is used inside the strand.
/// </summary>
internal sealed class OutputPump(EventLoop loop, Http2Connection engine, SessionState state, Http2Session session) : IDeferredCallback
{
    // Other threads may go on writing: after these sends the caller continues with its own work, and the loop sends the rest.
    private const int MaxSendsPerCaller = 4;

    // A peer with huge windows reads as fast as it likes: the other connections of the loop have their turn after 256 KiB.
    private const int MaxSendsPerTurn = 4;

    // In one turn of the loop a socket that can be written, posted output and handlers each have a turn of their own: this is for all.
    private const int MaxBytesPerTurn = 512 * 1024;

    private ReadOnlyMemory<byte> _front;
    private int _sends;
    private int _bytesOfTurn;
    private long _turn;
    private bool _continues;

    /// <summary>The socket's transport; null until the socket is connected.</summary>
    public IByteTransport? Transport { get; set; }

    /// <summary>Bytes that the transport has taken so far.</summary>
    public long SentBytes { get; private set; }

    /// <summary>Decides who sends, and prepares the send if the calling thread does.</summary>
    /// <param name="here">Whether the calling thread sends in any case.</param>
    /// <returns>Whether the calling thread sends.</returns>
    public bool Begin(bool here)
    {
        // True in one stay only, that of the thread which comes back from sending.
        var continues = _continues;
        _continues = false;
        if (Transport is null || state.IsClosed || !(continues || state.Output is OutputState.Idle or OutputState.Posted)
            || loop.IsInTurnOf(session))
        {
            return false;
        }

        _front = engine.Output.Front;
        if (_front.IsEmpty)
        {
            Complete(continues);
            return false;
        }

        _sends = continues ? _sends : 0;
        if (continues ? _sends < (loop.IsCurrent ? MaxSendsPerTurn : MaxSendsPerCaller) && (here || !IsTurnFull())
            : here || (loop.IsCurrent ? !IsTurnFull() : engine.StreamCount <= 1))
        {
            state.BeginSending();
            return true;
        }

        if (state.Output != OutputState.Posted)
        {
            state.Post();
            session.Strand.Defer(this);
        }

        return false;
    }

    /// <summary>Outside: sends what <see cref="Begin"/> prepared.</summary>
    public SendOutcome Send() => Transport!.Send(_front);

    /// <summary>Records what was sent.</summary>
    /// <returns>Whether to <see cref="Begin"/> again.</returns>
    public bool End(SendOutcome outcome)
    {
        _front = default;
        if (state.IsClosed)
        {
            state.EndSending();
            engine.Dispose();
            return false;
        }

        if (outcome.State == SendState.Sent)
        {
            _sends++;
            CountInTurn(outcome.Count);
            SentBytes += outcome.Count;
            _continues = true;
            engine.AdvanceOutput(outcome.Count);
            return true;
        }

        // After a failure nothing is sent any more; the read side reports the lost connection.
        state.Block();
        if (outcome.State == SendState.WouldBlock)
        {
            Transport!.NotifyWhenWritable();
        }

        return false;
    }

    /// <summary>Disposes of the engine, unless its output is being sent: then <see cref="End"/> does, once the memory is on the
    /// wire.</summary>
    public void ReleaseEngine()
    {
        if (state.Output != OutputState.Sending)
        {
            engine.Dispose();
        }
    }

    /// <summary>Outside: closes the socket, if there is one.</summary>
    public void CloseSocket() => Transport?.Dispose();

    /// <summary>Outside: lets the event loop send.</summary>
    void IDeferredCallback.Invoke() => loop.Post(session);

    private bool IsTurnFull() => loop.IsCurrent && _turn == loop.Turn && _bytesOfTurn + _front.Length > MaxBytesPerTurn;

    private void CountInTurn(int bytes)
    {
        if (loop.IsCurrent)
        {
            (_turn, _bytesOfTurn) = (loop.Turn, (_turn == loop.Turn ? _bytesOfTurn : 0) + bytes);
        }
    }

    private void Complete(bool continues)
    {
        if (continues)
        {
            state.EndSending();
        }

        if ((engine.IsEnded || engine.IsDrained) && state.TryAdvance(SessionPhase.ShutDown))
        {
            session.OnOutputCompleted();
        }
    }
}
