using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A server over real sockets that does with its first connections what a test wants, and answers every call on those
/// after.</summary>
internal sealed class HostileServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly ConcurrentBag<RawConnection> _connections = [];
    private readonly Func<RawConnection, Task> _attack;
    private readonly int _attacks;

    /// <summary>Begins to listen.</summary>
    /// <param name="attack">What is done with a connection on which a call has begun.</param>
    /// <param name="attacks">With how many of them.</param>
    public HostileServer(Func<RawConnection, Task> attack, int attacks = 1)
    {
        (_attack, _attacks) = (attack, attacks);
        _listener.Start();
        _ = AcceptAsync();
    }

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    /// <summary>Whether the client has had enough.</summary>
    public bool IsAttackOver => _connections.All(
        connection => connection.IsEnded || connection.Frames().Exists(frame => frame.Header.Type == Http2FrameType.RstStream));

    /// <summary>Connections whose client has acknowledged the SETTINGS of the attack, which are its second.</summary>
    public int Acknowledged => _connections.Count(connection => connection.Frames().Count(
        frame => frame.Header.Type == Http2FrameType.Settings && frame.Header.Has(FrameFlag.Ack)) == 2);

    /// <summary>Connections taken.</summary>
    public int Connections => _connections.Count;

    public void Dispose()
    {
        _listener.Dispose();
        foreach (var connection in _connections)
        {
            connection.Dispose();
        }
    }

    /// <summary>The streams on which a request has begun.</summary>
    public static IEnumerable<int> Requests(RawConnection peer) =>
        peer.Frames().Where(frame => frame.Header.Type == Http2FrameType.Headers).Select(frame => frame.Header.StreamId);

    /// <summary>Begins a response.</summary>
    public static RawConnection Headers(RawConnection peer, int id) =>
        peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, id, [0x88, .. GrpcBytes.Block(("content-type", "application/grpc"))]);

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptSocketAsync();
                socket.NoDelay = true;
                var isAttacked = _connections.Count < _attacks;
                var peer = new RawConnection(socket, skipPreface: true);
                _connections.Add(peer);
                _ = isAttacked ? AttackAsync(peer) : AnswerAsync(peer);
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // The test is over.
        }
    }

    private async Task AttackAsync(RawConnection peer)
    {
        await peer.Settings().Frame(Http2FrameType.Settings, FrameFlag.Ack, 0).FlushAsync();
        await Eventually.HoldsAsync(() => Requests(peer).Any() || peer.IsEnded, "a request");
        await _attack(peer);
    }

    private static async Task AnswerAsync(RawConnection peer)
    {
        await peer.Settings().Frame(Http2FrameType.Settings, FrameFlag.Ack, 0).FlushAsync();
        for (var answered = 0; !peer.IsEnded;)
        {
            foreach (var id in Requests(peer).Skip(answered).ToArray())
            {
                answered++;
                Headers(peer, id).Data(id, GrpcBytes.Message([]));
                await peer.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, id,
                    GrpcBytes.Block(("grpc-status", "0"))).FlushAsync();
            }

            await Task.Delay(5);
        }
    }
}
