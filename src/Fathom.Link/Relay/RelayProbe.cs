using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Link.Plans;

namespace Fathom.Link.Relay;

/// <summary>Measures the round trip of a relay: a byte there and back over a connection of its own on loopback, which nothing
/// breaks.</summary>
internal static class RelayProbe
{
    private const int Probes = 5;

    // Of a long link one probe is enough: what the machine adds is small beside its delay.
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(200);

    /// <summary>The shortest of up to five round trips.</summary>
    public static async Task<TimeSpan> MeasureAsync(LinkPlan plan, DueTimer timer, CancellationToken cancellation)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var (client, accepted) = await ConnectAsync(cancellation);
        var (target, server) = await ConnectAsync(cancellation);
        using (client)
        using (server)
        {
            var relaying = new RelayedConnection(plan.Up with { Break = null }, plan.Down with { Break = null }, plan.Seed, 0, timer)
                .RunAsync(accepted, target, _ => { }, end.Token);
            try
            {
                return await ShortestAsync(client, server, cancellation);
            }
            finally
            {
                await end.CancelAsync();
                await relaying;
            }
        }
    }

    private static async Task<TimeSpan> ShortestAsync(Socket client, Socket server, CancellationToken cancellation)
    {
        var (best, buffer) = (TimeSpan.MaxValue, new byte[1]);
        for (var probe = 0; probe < Probes; probe++)
        {
            var began = Stopwatch.GetTimestamp();
            await client.SendAsync(buffer, cancellation);
            await server.ReceiveAsync(buffer, cancellation);
            await server.SendAsync(buffer, cancellation);
            await client.ReceiveAsync(buffer, cancellation);
            var took = Stopwatch.GetElapsedTime(began);
            best = took < best ? took : best;
            if (took > Long)
            {
                break;
            }
        }

        return best;
    }

    private static async Task<(Socket One, Socket Other)> ConnectAsync(CancellationToken cancellation)
    {
        using var listening = LoopbackPort.Listen(0);
        var one = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await one.ConnectAsync((IPEndPoint)listening.LocalEndPoint!, cancellation);
            var other = await listening.AcceptAsync(cancellation);
            other.NoDelay = true;
            return (one, other);
        }
        catch
        {
            one.Dispose();
            throw;
        }
    }
}
