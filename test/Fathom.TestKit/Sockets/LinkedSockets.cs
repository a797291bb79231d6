using System.Net;
using System.Net.Sockets;
using Fathom.Link;
using Fathom.Link.Plans;
using Shouldly;

namespace Fathom.TestKit.Sockets;

/// <summary>A client and a server of TCP with a link between them: both on loopback outside of it.</summary>
public sealed class LinkedSockets(LinkRun link, Socket listening) : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private bool _isEnded;

    public Socket Client { get; private set; } = null!;

    public Socket Server { get; private set; } = null!;

    /// <summary>Makes a link and connects.</summary>
    /// <param name="spec">The link, without its ports.</param>
    /// <param name="start">Makes it.</param>
    public static async Task<LinkedSockets> OpenAsync(LinkSpec spec, Func<LinkSpec, Task<LinkRun>> start)
    {
        var listening = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listening.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listening.Listen();
        var pair = new LinkedSockets(
            await start(spec with { Listen = 0, To = new("127.0.0.1", ((IPEndPoint)listening.LocalEndPoint!).Port) }), listening);
        (pair.Client, pair.Server) = await pair.ConnectAsync();
        return pair;
    }

    public async Task<(Socket Client, Socket Server)> ConnectAsync()
    {
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(IPAddress.Loopback, link.ListenPort!.Value);
        return (client, await listening.AcceptAsync().WaitAsync(Patience));
    }

    /// <summary>How many bytes come, up to a number, and the error that ends them.</summary>
    public static async Task<(int Bytes, SocketError Error)> ReceivedAsync(Socket from, int most)
    {
        var (sum, buffer) = (0, new byte[4096]);
        try
        {
            while (sum < most && await from.ReceiveAsync(buffer).WaitAsync(Patience) is > 0 and var read)
            {
                sum += read;
            }

            return (sum, SocketError.Success);
        }
        catch (SocketException e)
        {
            return (sum, e.SocketErrorCode);
        }
    }

    public Task BrokenAsync(long up, long down) => Eventually.HoldsAsync(() =>
    {
        var counters = link.CountersAsync(CancellationToken.None).GetAwaiter().GetResult();
        return (counters.Up.Broken, counters.Down.Broken) == (up, down);
    }, "the connection is counted as broken");

    /// <summary>What a half-open connection is, where <c>half-open:10</c> breaks the server's bytes: the receiver loses its connection, and
    /// the sender keeps it, sends on and hears nothing.</summary>
    public async Task ShouldBecomeHalfOpenAsync()
    {
        await Server.SendAsync(new byte[30]);
        (await ReceivedAsync(Client, 30)).ShouldBe((10, SocketError.ConnectionReset));
        await BrokenAsync(up: 0, down: 1);
        (await Server.SendAsync(new byte[100])).ShouldBe(100);
        Server.Poll(0, SelectMode.SelectRead).ShouldBeFalse();
    }

    /// <summary>Ends the link and leaves the sockets.</summary>
    public async ValueTask DisposeLinkAsync()
    {
        if (!_isEnded)
        {
            _isEnded = true;
            await link.DisposeAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await DisposeLinkAsync();
        Client.Dispose();
        Server.Dispose();
        listening.Dispose();
    }
}
