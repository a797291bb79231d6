using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Fathom.Statistics;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Bench.Soak;

/// <summary>A proxy between client and host, a separate process. It forwards bytes in pieces of random size, pauses and cuts connections,
/// from a seed.</summary>
internal sealed class SoakProxy(int port, long seed)
{
    // During a pause the buffers of the sender fill up.
    private const int PiecesPerPause = 2_000;
    private const int MaxPauseMilliseconds = 200;

    private readonly ConcurrentDictionary<Socket[], bool> _open = new();
    private readonly SeededRandom _random = new(seed);
    private int _connections;
    private int _cuts;

    public static async Task RunAsync(int port, long seed)
    {
        var proxy = new SoakProxy(port, seed);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = proxy.AcceptAsync(listener);
        _ = proxy.CutAsync();
        var session = SubjectSession.OfThisProcess();
        var listening = ((IPEndPoint)listener.LocalEndpoint).Port.ToString(CultureInfo.InvariantCulture);
        session.Reply(new SubjectReply.Ready($"http://127.0.0.1:{listening}"));
        await session.FollowAsync((_, _) =>
        {
            session.Reply(new ProcessFigures
            {
                Values = new Dictionary<string, double> { ["connections"] = proxy._connections, ["cuts"] = proxy._cuts },
            });
            return Task.CompletedTask;
        });
    }

    private async Task AcceptAsync(TcpListener listener)
    {
        while (true)
        {
            var near = await listener.AcceptSocketAsync();
            _connections++;
            _ = CarryAsync(near, new SeededRandom(seed + _connections));
        }
    }

    private async Task CarryAsync(Socket near, SeededRandom random)
    {
        var far = new Socket(SocketType.Stream, ProtocolType.Tcp);
        Socket[] both = [near, far];
        try
        {
            (near.NoDelay, far.NoDelay) = (true, true);
            await far.ConnectAsync(IPAddress.Loopback, port);
            _open[both] = true;
            await Task.WhenAll(PumpAsync(near, far, new SeededRandom((long)random.NextBits())), PumpAsync(far, near, random));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Cut by client, host or this proxy.
        }
        finally
        {
            _open.TryRemove(both, out _);
            near.Dispose();
            far.Dispose();
        }
    }

    private static async Task PumpAsync(Socket from, Socket to, SeededRandom random)
    {
        try
        {
            var buffer = new byte[32 * 1024];
            while (await from.ReceiveAsync(buffer.AsMemory(0, 1 + random.Next(buffer.Length))) is > 0 and var count)
            {
                if (random.Next(PiecesPerPause) == 0)
                {
                    await Task.Delay(random.Next(MaxPauseMilliseconds));
                }

                for (var sent = 0; sent < count;)
                {
                    sent += await to.SendAsync(buffer.AsMemory(sent, count - sent));
                }
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // A cut ends both directions.
            from.Dispose();
            to.Dispose();
        }
    }

    private async Task CutAsync()
    {
        while (true)
        {
            await Task.Delay(50 + _random.Next(1000));
            var open = _open.Keys.ToArray();
            if (open.Length == 0)
            {
                continue;
            }

            _cuts++;
            var both = open[_random.Next(open.Length)];
            foreach (var socket in _random.Next(2) == 0 ? both : both.Reverse())
            {
                try
                {
                    // An immediate RST, or a FIN after the sent bytes.
                    socket.LingerState = new LingerOption(_random.Next(2) == 0, 0);
                }
                catch (Exception e) when (e is SocketException or ObjectDisposedException)
                {
                    // The connection has ended.
                }

                socket.Dispose();
            }
        }
    }
}
