using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Http1;

namespace Fathom.Transport.Connections;

/// <summary>
/// Transports an HTTP/2 connection as HTTP/1.1 (<see cref="Http1Bridge"/>) over a socket transport, which it owns. The client's PING and
/// SETTINGS end here. The bridge is used under a lock; nothing is called back inside it.
/// </summary>
internal sealed class Http1Transport : IByteTransport, ITransportEvents, ILoopWork, IFailureSink
{
    private const int ChunkBytes = 16 * 1024;

    private readonly EventLoop _loop;
    private readonly ITransportEvents _events;
    private readonly SocketTransport _server;
    private readonly Lock _lock = new();
    private readonly Http1Bridge _bridge = new();
    private readonly byte[] _chunk = new byte[ChunkBytes];
    private int _sent;
    private bool _clientWaits;
    private bool _isOpen;
    private bool _isDisposed;

    /// <param name="loop">The loop of the connection.</param>
    /// <param name="events">Told what happens to the HTTP/2 connection.</param>
    /// <param name="create">Makes the transport to the server.</param>
    public Http1Transport(EventLoop loop, ITransportEvents events, Func<ITransportEvents, SocketTransport> create)
    {
        (_loop, _events) = (loop, events);
        _server = create(this);
    }

    public long? UnacknowledgedBytes => _server.UnacknowledgedBytes;

    public void Open() => _server.Open();

    public SendOutcome Send(ReadOnlyMemory<byte> bytes)
    {
        SendOutcome outcome;
        bool hasOutput;
        lock (_lock)
        {
            // Before it is open only the GOAWAY of a connection that is disposed of comes here, and there is no server to tell.
            outcome = _isOpen ? SendToServer() : new SendOutcome(SendState.Failed);
            if (outcome.State == SendState.Sent && !_isDisposed)
            {
                _bridge.ReceiveFromClient(bytes.Span, _loop.Now);
                // What the server does not take now goes before all that follows.
                outcome = SendToServer().State == SendState.Failed ? new SendOutcome(SendState.Failed)
                    : new SendOutcome(SendState.Sent, bytes.Length);
            }

            hasOutput = _bridge.HasOutput;
        }

        if (hasOutput)
        {
            _loop.Post(this);
        }

        return outcome;
    }

    public void NotifyWhenWritable()
    {
        lock (_lock)
        {
            _clientWaits = true;
        }

        _loop.Post(this);
    }

    public void ShutDown() => _server.ShutDown();

    public void Dispose()
    {
        lock (_lock)
        {
            if (!_isDisposed)
            {
                _isDisposed = true;
                _bridge.Dispose();
            }
        }

        _server.Dispose();
    }

    void ILoopWork.Run()
    {
        Deliver();
        Resume();
    }

    void IFailureSink.OnFailed(Exception error) => _events.OnFailed(error);

    void ITransportEvents.OnFailed(Exception error) => _events.OnFailed(error);

    void ITransportEvents.OnOpen()
    {
        lock (_lock)
        {
            _bridge.Start(_loop.Now);
            _isOpen = true;
        }

        _events.OnOpen();
        _loop.Post(this);
    }

    void ITransportEvents.OnReceived(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            if (!_isDisposed)
            {
                _bridge.ReceiveFromServer(bytes);
            }
        }

        Deliver();
    }

    void ITransportEvents.OnWritable() => Resume();

    void ITransportEvents.OnConnectionLost(string reason, bool maybeHalf)
    {
        lock (_lock)
        {
            if (!_isDisposed)
            {
                _bridge.EndOfServer();
            }
        }

        Deliver();
        _events.OnConnectionLost(reason);
    }

    // On the loop: what the bridge has for the client, and why it cannot go on.
    private void Deliver()
    {
        while (true)
        {
            int count;
            string? fault;
            lock (_lock)
            {
                count = _isDisposed ? 0 : _bridge.TakeForClient(_chunk);
                fault = count == 0 && !_isDisposed ? _bridge.Fault : null;
            }

            if (fault is not null)
            {
                _events.OnConnectionLost(fault);
            }

            if (count == 0)
            {
                return;
            }

            _events.OnReceived(_chunk.AsSpan(0, count));
        }
    }

    // On the loop: sends what waits for the server, and has the client go on.
    private void Resume()
    {
        bool goesOn;
        lock (_lock)
        {
            goesOn = SendToServer().State == SendState.Sent && _clientWaits;
            _clientWaits &= !goesOn;
        }

        if (goesOn)
        {
            _events.OnWritable();
        }
    }

    private SendOutcome SendToServer()
    {
        var output = _bridge.ToServer;
        while (_sent < output.WrittenCount)
        {
            var outcome = _server.Send(output.WrittenMemory[_sent..]);
            if (outcome.State != SendState.Sent)
            {
                if (outcome.State == SendState.WouldBlock)
                {
                    _server.NotifyWhenWritable();
                }

                return outcome;
            }

            _sent += outcome.Count;
        }

        output.Clear();
        _sent = 0;
        return new SendOutcome(SendState.Sent);
    }
}
