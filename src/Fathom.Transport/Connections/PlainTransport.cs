using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Connections;

/// <summary>TCP without TLS.</summary>
internal sealed class PlainTransport(EventLoop loop, Socket socket, ITransportEvents events) : SocketTransport(loop, socket, events)
{
    // Limits the time that one busy peer takes from the other connections of the loop.
    private const int MaxReadsPerTurn = 8;

    /// <summary>The first bytes are sent by the calling thread, before the loop registers the socket.</summary>
    public override void Open()
    {
        Events.OnOpen();
        base.Open();
    }

    public override SendOutcome Send(ReadOnlyMemory<byte> bytes) => SendAvailable(bytes.Span);

    public override void NotifyWhenWritable() => WatchWrite(true);

    protected override void OnRegistered() => WatchRead(true);

    protected override void OnSocketReadable()
    {
        var buffer = Loop.ReceiveBuffer;
        for (var i = 0; i < MaxReadsPerTurn && !IsClosed; i++)
        {
            var count = Receive(buffer, out var error);
            if (error == SocketError.WouldBlock || IsClosed)
            {
                return;
            }

            if (error != SocketError.Success || count == 0)
            {
                WatchRead(false);
                Events.OnConnectionLost(error == SocketError.Success ? "the peer closed the connection"
                    : $"{new SocketException((int)error).Message} ({error})", maybeHalf: error == SocketError.Success);
                return;
            }

            Events.OnReceived(buffer.AsSpan(0, count));
            if (count < buffer.Length)
            {
                return;
            }
        }
    }

    protected override void OnSocketWritable() => Events.OnWritable();

    private int Receive(byte[] buffer, out SocketError error)
    {
        try
        {
            return Socket.Receive(buffer, SocketFlags.None, out error);
        }
        catch (ObjectDisposedException)
        {
            // Closed by another thread.
            error = SocketError.OperationAborted;
            return 0;
        }
    }
}
