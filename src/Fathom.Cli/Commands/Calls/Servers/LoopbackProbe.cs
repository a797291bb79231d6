using System.Net;
using System.Net.Sockets;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>
/// Finds out whether a server on this machine speaks HTTP/2 without TLS, so that <c>fathom list localhost:5000</c> needs no flag. Servers
/// elsewhere are not asked: what leaves the machine is encrypted unless the user says otherwise.
/// </summary>
internal static class LoopbackProbe
{
    // A server with TLS refuses the preface at once. One that says nothing is slow: it may look up its peer's name first.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    // The connection preface of a client with an empty SETTINGS frame (RFC 9113 section 3.4).
    private static readonly byte[] Preface = [.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, 0, 0, 0, 4, 0, 0, 0, 0, 0];

    /// <summary>Asks it.</summary>
    /// <param name="address">The server.</param>
    /// <param name="connectTimeout">How long a connection to it may take; null where nothing is said.</param>
    /// <param name="token">Ends it.</param>
    public static async Task<bool> IsPlainAsync(Uri address, TimeSpan? connectTimeout, CancellationToken token)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(connectTimeout < Patience ? connectTimeout.Value : Patience);
        try
        {
            using var socket = address.Scheme == "unix"
                ? new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
                : new Socket(SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(address.Scheme == "unix" ? new UnixDomainSocketEndPoint(Uri.UnescapeDataString(address.AbsolutePath))
                : new DnsEndPoint(address.IdnHost, address.Port), limit.Token);
            await using var stream = new NetworkStream(socket);
            await stream.WriteAsync(Preface, limit.Token);
            var answer = new byte[4];
            await stream.ReadExactlyAsync(answer, limit.Token);

            // A server's first frame is SETTINGS, type 4, or GOAWAY, type 7, of a port of Kestrel that speaks HTTP/1.1, which the call
            // itself says. A TLS alert and HTTP/1.1 have other bytes there.
            return answer is [0, 0, _, 4 or 7];
        }
        catch (Exception e) when (e is SocketException or IOException or ArgumentOutOfRangeException
            || (e is OperationCanceledException && !token.IsCancellationRequested))
        {
            // The call itself will say why.
            return false;
        }
    }
}
