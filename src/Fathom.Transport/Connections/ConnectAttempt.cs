using System.Net;
using System.Net.Sockets;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>One socket that connects to one address. Owned by its connector.</summary>
internal sealed class ConnectAttempt(EndPoint target, Socket socket, Action<ConnectAttempt> ready, Action<string> failed) : ISocketEvents,
    IFailureSink, IDisposable
{
    public EndPoint Target => target;

    public Socket Socket => socket;

    /// <summary>While the attempt is in progress.</summary>
    public SocketRegistration? Registration { get; set; }

    public void OnReady(bool readable, bool writable) => ready(this);

    public void OnFailed(Exception error) => failed(error.Message);

    public void Dispose()
    {
        Registration?.Dispose();
        socket.Dispose();
    }
}
