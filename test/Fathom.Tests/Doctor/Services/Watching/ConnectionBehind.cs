using System.Net;
using System.Net.Sockets;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>A connection to something behind a server, both of which are the process of the tests: it still listens, as what is behind a
/// server does.</summary>
internal sealed class ConnectionBehind : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TcpClient _client = new();

    private ConnectionBehind()
    {
    }

    /// <summary>Where it listens.</summary>
    public IPEndPoint End => (IPEndPoint)_listener.LocalEndpoint;

    /// <summary>The server's side.</summary>
    public NetworkStream Opened => _client.GetStream();

    /// <summary>The side behind it.</summary>
    public Socket Accepted { get; private set; } = null!;

    /// <summary>Opens it.</summary>
    public static async Task<ConnectionBehind> OpenAsync(CancellationToken cancellation)
    {
        var behind = new ConnectionBehind();
        behind._listener.Start();
        await behind._client.ConnectAsync(behind.End, cancellation);
        behind.Accepted = await behind._listener.AcceptSocketAsync(cancellation);
        return behind;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Accepted.Dispose();
        _client.Dispose();
        _listener.Dispose();
    }
}
