using System.Net;
using System.Net.Sockets;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Connects to a host as a client, with or without its first frames.</summary>
internal static class RawClient
{
    /// <summary>Connects without a word.</summary>
    public static async Task<RawConnection> OpenAsync(Uri host, bool reads = true)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        return new RawConnection(socket, reads);
    }

    /// <summary>Connects and begins as a client does.</summary>
    public static async Task<RawConnection> ConnectAsync(Uri host, bool reads = true, int? streamWindow = null)
    {
        var peer = await OpenAsync(host, reads);
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
