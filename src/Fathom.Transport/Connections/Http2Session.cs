using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Connections;

/// <summary>
/// One HTTP/2 connection: passes received bytes to the engine and sends what the engine writes. Everything but <see cref="Loop"/>,
/// <see cref="Strand"/>, <see cref="IsClosed"/> and the events of the transport is used inside the strand. An exception anywhere ends this
/// connection, is reported, and touches no other.
/// </summary>
internal abstract class Http2Session : IHttp2Events, ITransportEvents, IStrandMember, ILoopWork, IFailureSink, IDisposable
{
    private readonly Http2Connection _engine;
    private readonly SessionState _state = new();
    private readonly OutputPump _output;
    private readonly WindowGrowth _windows;
    private readonly Linger _linger;
    private bool _isWritten;

    protected Http2Session(EventLoop loop, Strand strand, Http2Role role, Http2Options options, int maxStreamWindow)
    {
        (Loop, Strand) = (loop, strand);
        _engine = new Http2Connection(role, options, this);
        _output = new OutputPump(loop, _engine, _state, this);
        _windows = new WindowGrowth(_engine, options, maxStreamWindow);
        _linger = new Linger(loop, this);
    }

    public EventLoop Loop { get; }

    /// <summary>The strand that owns this connection, alone or with other connections of its channel.</summary>
    public Strand Strand { get; }

    /// <summary>The HTTP/2 engine. Its user may have written, so the output is sent on the way out of the strand.</summary>
    public Http2Connection Engine
    {
        get
        {
            Touch();
            return _engine;
        }
    }

    /// <summary>Bytes that the transport has taken so far.</summary>
    public long SentBytes => _output.SentBytes;

    /// <summary>Whether the socket is closed. Can be read outside.</summary>
    protected bool IsClosed => _state.IsClosed;

    /// <summary>Whether output waits because the socket takes no more.</summary>
    protected bool IsOutputBlocked => _state.Output == OutputState.Blocked;

    /// <summary>Outside: closes an ended connection once its last bytes are sent, after a second at most; immediately when it is not
    /// connected.</summary>
    public void Close()
    {
        using (Strand.Enter())
        {
            if (_output.Transport is null)
            {
                CloseNow("the connection was closed");
            }
            else
            {
                _linger.Start();
                Touch();
            }
        }
    }

    /// <summary>Inside or outside: an exception ends this connection and its calls, and is reported. Must not throw.</summary>
    public void OnFailed(Exception error)
    {
        using (Strand.EnterUnlessInside())
        {
            FailNow(error);
        }
    }

    /// <summary>Inside: all output of an ended connection is sent.</summary>
    public void OnOutputCompleted() => Strand.Defer(new DeferredCall(EndOutput));

    /// <summary>Posted: sends pending output.</summary>
    void ILoopWork.Run()
    {
        using (Strand.Enter())
        {
            _state.OnPosted();
            Touch();
        }
    }

    bool IStrandMember.BeginSend(bool here)
    {
        _isWritten = false;
        try
        {
            OnOutput(_engine.Output.AllocatedBytes);
            if (_engine.IsEnded && _state.TryAdvance(SessionPhase.Ending))
            {
                // Also for a peer that never reads the last bytes.
                _linger.Start();
            }

            return _output.Begin(here);
        }
        catch (Exception e)
        {
            FailNow(e);
            return false;
        }
    }

    SendOutcome IStrandMember.Send() => _output.Send();

    void IStrandMember.EndSend(SendOutcome outcome)
    {
        try
        {
            var isMore = _output.End(outcome);
            OnOutput(_engine.Output.AllocatedBytes);
            if (isMore)
            {
                Touch();
            }
        }
        catch (Exception e)
        {
            FailNow(e);
        }
    }

    void ITransportEvents.OnOpen()
    {
        using (Strand.Enter())
        {
            if (_state.TryAdvance(SessionPhase.Open))
            {
                Engine.Start(Loop.Now);
                OnOpened();
            }
        }
    }

    void ITransportEvents.OnReceived(ReadOnlySpan<byte> bytes)
    {
        // Output written in the turn is sent together at its end.
        Loop.BeginTurn(this);
        try
        {
            using (Strand.Enter())
            {
                if (!IsClosed)
                {
                    OnReceiving(bytes);
                    Engine.Receive(bytes, Loop.Now);
                    OnProcessed();
                }
            }

            OnReceiveCompleted();
        }
        finally
        {
            Loop.EndTurn();
        }

        using (Strand.Enter())
        {
            Touch();
        }
    }

    void ITransportEvents.OnWritable()
    {
        using (Strand.Enter())
        {
            _state.OnWritable();
            Touch();
        }
    }

    void ITransportEvents.OnConnectionLost(string reason, bool maybeHalf)
    {
        using (Strand.Enter())
        {
            if (!maybeHalf || IsClosed || !OnInputEnded())
            {
                OnConnectionLost(reason);
                CloseNow(reason);
            }
        }
    }

    /// <summary>Outside: closes the socket immediately; pending output is lost.</summary>
    public void Dispose()
    {
        using (Strand.Enter())
        {
            CloseNow("the connection was closed");
        }
    }

    public abstract void OnStreamOpened(Http2Stream stream);
    public abstract void OnHeader(Http2Stream stream, in HeaderField field);
    public abstract void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream);
    public abstract void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream);
    public abstract void OnWritable(Http2Stream stream);
    public abstract void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome);
    public abstract void OnPeerSettings(in Http2Settings settings);
    public abstract void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug);
    public abstract void OnConnectionEnded(Http2ConnectionEnd outcome);

    public void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        _windows.OnData(data.Length, Loop.Now);
        OnStreamData(stream, data, endStream);
    }

    public void OnPingAck(ulong opaque) => _windows.OnPingAck(opaque, Loop.Now);

    /// <summary>Outside: starts the connection on a connected socket.</summary>
    protected void Attach(IByteTransport transport)
    {
        using (Strand.Enter())
        {
            _output.Transport = transport;
        }

        if (IsClosed)
        {
            transport.Dispose();
            return;
        }

        try
        {
            transport.Open();
        }
        catch (Exception e)
        {
            OnFailed(e);
        }
    }

    /// <summary>Inside: closes the socket immediately and ends the calls; pending output is lost.</summary>
    protected void CloseNow(string reason)
    {
        if (!_state.TryAdvance(SessionPhase.Closed))
        {
            return;
        }

        try
        {
            _engine.OnConnectionLost(reason);
            OnClosed();
        }
        finally
        {
            _output.ReleaseEngine();
            _linger.Dispose();
            Strand.Defer(new DeferredCall(_output.CloseSocket));
        }
    }

    /// <summary>Inside or outside: reports an exception that ended the connection. Must not throw.</summary>
    protected abstract void Report(Exception error);

    /// <summary>Inside: the engine has started.</summary>
    protected virtual void OnOpened()
    {
    }

    /// <summary>Inside: the engine is about to process these bytes.</summary>
    protected virtual void OnReceiving(ReadOnlySpan<byte> bytes)
    {
    }

    /// <summary>Inside: the engine has processed the received bytes.</summary>
    protected virtual void OnProcessed()
    {
    }

    /// <summary>On the loop, outside: the engine has processed the received bytes. Output written here is sent together.</summary>
    protected virtual void OnReceiveCompleted()
    {
    }

    /// <summary>Inside: the memory that the output holds, in bytes, after it may have changed.</summary>
    protected virtual void OnOutput(long allocatedBytes)
    {
    }

    /// <summary>Inside: the peer sends no more bytes.</summary>
    /// <returns>Whether the connection goes on, for what the peer still reads.</returns>
    protected virtual bool OnInputEnded() => false;

    /// <summary>Inside: the transport has lost the connection.</summary>
    protected virtual void OnConnectionLost(string reason)
    {
    }

    /// <summary>Inside: the connection is closed.</summary>
    protected virtual void OnClosed()
    {
    }

    private void Touch()
    {
        Strand.AssertInside();
        if (!_isWritten)
        {
            _isWritten = true;
            Strand.AddWritten(this);
        }
    }

    private void FailNow(Exception error)
    {
        Report(error);
        try
        {
            CloseNow($"the connection failed: {error.Message}");
        }
        catch (Exception e)
        {
            Report(e);
        }
    }

    // A server gives the client time to read the last bytes; one that broke the rules or a limit gets a second for its GOAWAY.
    private void EndOutput()
    {
        if (_engine.Role == Http2Role.Client)
        {
            Dispose();
            return;
        }

        _linger.Start(_engine.Outcome is { Code: not Http2ErrorCode.NoError } ? null : _output.Transport);
        _output.Transport!.ShutDown();
    }
}
