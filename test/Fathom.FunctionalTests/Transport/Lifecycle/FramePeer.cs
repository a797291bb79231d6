using System.Net;
using System.Net.Sockets;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>
/// A server that does just what a test says, frame by frame (RFC 9113 section 4.1). It answers neither SETTINGS nor PING unless told to:
/// tests decide what a peer that goes wrong does. Owns its port.
/// </summary>
internal sealed class FramePeer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public FramePeer() => _listener.Start();

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    /// <summary>Whether a connection is there that was not accepted.</summary>
    public bool IsAwaited => _listener.Pending();

    /// <summary>The next connection, its preface read and both sides' SETTINGS done.</summary>
    /// <param name="maxStreams">SETTINGS_MAX_CONCURRENT_STREAMS; null for none.</param>
    public async Task<FramePeerConnection> AcceptAsync(uint? maxStreams = null)
    {
        var socket = await _listener.AcceptSocketAsync().WaitAsync(TimeSpan.FromSeconds(30));
        socket.NoDelay = true;
        var connection = new FramePeerConnection(socket);
        await connection.BeginAsync(maxStreams);
        return connection;
    }

    /// <summary>The next connection, ended before a word.</summary>
    public async Task RefuseAsync()
    {
        using var socket = await _listener.AcceptSocketAsync().WaitAsync(TimeSpan.FromSeconds(30));
        socket.LingerState = new LingerOption(true, 0);
    }

    /// <summary>The next connection, which allows no stream and ends once the client knows.</summary>
    public async Task EndAfterSettingsAsync()
    {
        using var connection = await AcceptAsync(maxStreams: 0);
        await connection.AcknowledgedAsync();
    }

    public void Dispose() => _listener.Dispose();
}
