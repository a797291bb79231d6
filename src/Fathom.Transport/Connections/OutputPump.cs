using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>Who sends pending output once the connection's lock is released.</summary>
internal enum FlushTarget : byte
{
    /// <summary>Nothing can be sent now, or another thread sends it.</summary>
    None = 0,

    /// <summary>The calling thread, by <see cref="OutputPump.Flush"/>.</summary>
    Caller,

    /// <summary>The event loop: post the session.</summary>
    Loop,
}

/// <summary>
/// Sends the output of one HTTP/2 engine over its transport, one thread at a time. Owned by one session; every member but
/// <see cref="Flush"/> and <see cref="IsClosed"/> is used under the connection's lock.
/// </summary>
internal sealed class OutputPump(EventLoop loop, ConnectionLock connectionLock, Http2Connection engine, ILoopWork session)
{
    private const int MaxSendsPerCaller = 4;

    private bool _flushing;
    private bool _blocked;
    private bool _posted;
    private bool _shutDown;
    private bool _closed;

    /// <summary>The socket's transport; null until the socket is connected.</summary>
    public SocketTransport? Transport { get; set; }

    /// <summary>Whether the session was closed. Can be read without the lock.</summary>
    public bool IsClosed => Volatile.Read(ref _closed);

    private bool CanFlush => Transport is not null && !_flushing && !_blocked && !_closed
        && (!engine.Output.IsEmpty || (IsFinished && !_shutDown));

    private bool IsFinished => engine.IsEnded || engine.IsDrained;

    /// <summary>Decides who sends the output, before the lock is released.</summary>
    /// <param name="here">Whether the calling thread sends, whatever else is in progress.</param>
    /// <param name="deferred">Whether the event loop sends at the end of its turn anyway.</param>
    public FlushTarget Schedule(bool here, bool deferred)
    {
        if (!CanFlush || (deferred && loop.IsCurrent))
        {
            return FlushTarget.None;
        }

        if (here || loop.IsCurrent || engine.StreamCount <= 1)
        {
            _flushing = true;
            return FlushTarget.Caller;
        }

        if (_posted)
        {
            return FlushTarget.None;
        }

        _posted = true;
        return FlushTarget.Loop;
    }

    /// <summary>Lets the event loop send the output soon.</summary>
    public void Post()
    {
        if (!_posted)
        {
            _posted = true;
            loop.Post(session);
        }
    }

    /// <summary>Call when the posted session runs.</summary>
    public void OnPosted() => _posted = false;

    /// <summary>Call when the socket is writable again.</summary>
    public void OnWritable() => _blocked = false;

    /// <summary>Stops sending; pending output is lost.</summary>
    /// <returns>False when it was closed before.</returns>
    public bool TryClose() => !_closed && (_closed = true);

    /// <summary>Disposes of the engine, unless its output is being sent: then <see cref="Flush"/> does, once the memory is on the
    /// wire.</summary>
    public void ReleaseEngine()
    {
        if (!_flushing)
        {
            engine.Dispose();
        }
    }

    /// <summary>Sends the output, after <see cref="Schedule"/> returned <see cref="FlushTarget.Caller"/> and the lock was
    /// released.</summary>
    /// <returns>Whether the connection has ended and all of its output is sent.</returns>
    public bool Flush()
    {
        connectionLock.Enter();
        for (var sends = 0; !_closed; sends++)
        {
            var front = engine.Output.Front;
            if (front.IsEmpty)
            {
                break;
            }

            if (sends == MaxSendsPerCaller && !loop.IsCurrent)
            {
                // Other threads keep writing: the caller continues with its own work, and the loop sends the rest.
                _flushing = false;
                Post();
                connectionLock.Exit();
                return false;
            }

            connectionLock.Exit();
            var sent = Transport!.Send(front);
            connectionLock.Enter();
            if (sent.State != SendState.Sent)
            {
                // After a failure nothing is sent any more; the read side reports the lost connection.
                (_blocked, _flushing) = (true, false);
                connectionLock.Exit();
                if (sent.State == SendState.WouldBlock)
                {
                    Transport.NotifyWhenWritable();
                }

                return false;
            }

            if (!_closed)
            {
                engine.AdvanceOutput(sent.Count);
            }
        }

        return Finish();
    }

    private bool Finish()
    {
        _flushing = false;
        var isLast = !_closed && IsFinished && !_shutDown;
        _shutDown |= isLast;
        if (_closed)
        {
            ReleaseEngine();
        }

        connectionLock.Exit();
        return isLast;
    }
}
