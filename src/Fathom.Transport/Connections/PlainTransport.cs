using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>TCP without TLS.</summary>
internal sealed class PlainTransport(EventLoop loop, Socket socket, ITransportEvents events) : SocketTransport(loop, socket)
{
    // Limits the time that one busy peer takes from the other connections of the loop.
    private const int MaxReadsPerTurn = 8;

    public override void Open()
    {
        events.OnOpen();
        WatchRead(true);
    }

    public override SendOutcome Send(ReadOnlyMemory<byte> bytes) => SendAvailable(bytes.Span);

    public override void NotifyWhenWritable() => WatchWrite();

    protected override void OnSocketReadable()
    {
        var buffer = Loop.ReceiveBuffer;
        for (var i = 0; i < MaxReadsPerTurn && !IsClosed; i++)
        {
            var count = Socket.Receive(buffer, SocketFlags.None, out var error);
            if (error == SocketError.WouldBlock)
            {
                return;
            }

            if (error != SocketError.Success || count == 0)
            {
                WatchRead(false);
                events.OnConnectionLost(error == SocketError.Success ? "the peer closed the connection"
                    : $"{new SocketException((int)error).Message} ({error})");
                return;
            }

            events.OnReceived(buffer.AsSpan(0, count));
            if (count < buffer.Length)
            {
                return;
            }
        }
    }

    protected override void OnSocketWritable() => events.OnWritable();
}
