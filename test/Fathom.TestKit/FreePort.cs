using System.Net;
using System.Net.Sockets;

namespace Fathom.TestKit;

/// <summary>Ports that are free and that no outgoing connection is given meanwhile: they are below the range for those. Each process has
/// a block of its own: two that test at once would walk through the same numbers.</summary>
public static class FreePort
{
    private const int First = 20_000;
    private const int Blocks = 5;

    // One that a test has given up for a moment is given to another only after as many: of 500 one was, in a run of all tests.
    private const int PerBlock = 2_000;

    // The first port of a block reserves the others, until this process ends.
    private static readonly Lazy<TcpListener> Block = new(Reserve);

    private static int _last;

    /// <summary>One that nobody has now.</summary>
    public static int Next()
    {
        var first = ((IPEndPoint)Block.Value.LocalEndpoint).Port;
        while (true)
        {
            var port = first + (int)((uint)Interlocked.Increment(ref _last) % PerBlock);
            if (Listen(port) is { } listener)
            {
                listener.Dispose();
                return port;
            }
        }
    }

    /// <summary>Whether a port of the loopback address accepts connections.</summary>
    public static async Task<bool> AcceptsAsync(int port)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static TcpListener Reserve() => Enumerable.Range(0, Blocks).Select(block => Listen(First + (block * PerBlock)))
        .FirstOrDefault(listener => listener is not null)
            ?? throw new InvalidOperationException($"{Blocks} processes reserve ports from {First} on already.");

    private static TcpListener? Listen(int port)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return listener;
        }
        catch (SocketException)
        {
            listener.Dispose();
            return null;
        }
    }
}
