using System.Net.Security;
using System.Net.Sockets;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>A connection to a node that begins HTTP/2 and then sends nothing, until the node ends it.</summary>
internal sealed class OpenConnection : IDisposable
{
    private static readonly byte[] Settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    private static readonly byte[] SettingsAck = [0, 0, 0, 4, 1, 0, 0, 0, 0];
    private static readonly byte[] Ping = [0, 0, 8, 6, 0, 0, 0, 0, 0, .. "question"u8];
    private static readonly byte[] PingAck = [0, 0, 8, 6, 1, 0, 0, 0, 0, .. "question"u8];

    private readonly TcpClient _tcp;
    private readonly SslStream _tls;

    private OpenConnection(TcpClient tcp, SslStream tls) => (_tcp, _tls) = (tcp, tls);

    public static async Task<OpenConnection> OpenAsync(Uri address, ChannelTls tls)
    {
        var tcp = new TcpClient();
        await tcp.ConnectAsync(address.Host, address.Port);
        var stream = new SslStream(tcp.GetStream());
        var options = tls.SslOptionsFactory!();
        options.TargetHost = address.Host;
        options.ApplicationProtocols = [SslApplicationProtocol.Http2];
        await stream.AuthenticateAsClientAsync(options);
        await stream.WriteAsync((byte[])[.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, .. Settings, .. SettingsAck]);

        // The node's SETTINGS: it has admitted this connection.
        (await stream.ReadAsync(new byte[1])).ShouldBe(1);
        return new OpenConnection(tcp, stream);
    }

    /// <summary>Waits until the node has answered a PING: it has not ended the connection.</summary>
    public async Task ServedAsync()
    {
        using var limit = new CancellationTokenSource(Patience.Longest);
        await _tls.WriteAsync(Ping, limit.Token);
        List<byte> received = [];
        for (var buffer = new byte[1024]; received.ToArray().AsSpan().IndexOf(PingAck) < 0;)
        {
            var count = await _tls.ReadAsync(buffer, limit.Token);
            count.ShouldBePositive("the node has ended the connection");
            received.AddRange(buffer.AsSpan(0, count));
        }
    }

    /// <summary>Whether the node has ended the connection within this time.</summary>
    public async Task<bool> HasEndedAsync(TimeSpan within)
    {
        using var limit = new CancellationTokenSource(within);
        try
        {
            while (await _tls.ReadAsync(new byte[1024], limit.Token) > 0)
            {
                // Frames.
            }

            return true;
        }
        catch (IOException)
        {
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _tls.Dispose();
        _tcp.Dispose();
    }
}
