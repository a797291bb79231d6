using System.Net;
using System.Net.Sockets;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Connects to a host as a client, with or without its first frames.</summary>
internal static class RawClient
{
    /// <summary>Connects without a word.</summary>
    /// <param name="host">The host's address.</param>
    /// <param name="reads">Whether the client reads what comes.</param>
    /// <param name="from">The client's own address; loopback if null.</param>
    public static async Task<RawConnection> OpenAsync(Uri host, bool reads = true, IPAddress? from = null)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (from is not null)
        {
            socket.Bind(new IPEndPoint(from, 0));
        }

        await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        return new RawConnection(socket, reads);
    }

    /// <summary>Connects and begins as a client does.</summary>
    public static async Task<RawConnection> ConnectAsync(
        Uri host, bool reads = true, int? streamWindow = null, IPAddress? from = null)
    {
        var peer = await OpenAsync(host, reads, from);
        peer.Bytes(ConnectionPreface.Bytes);
        if (streamWindow is { } window)
        {
            peer.Settings((Http2SettingId.InitialWindowSize, (uint)window));
        }
        else
        {
            peer.Settings();
        }

        peer.Frame(Http2FrameType.Settings, FrameFlag.Ack, 0);
        await peer.FlushAsync();
        return peer;
    }
}
