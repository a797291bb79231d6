using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Measures the round trip of a link: connects to a port of the far end that nothing listens on, which its kernel refuses with one packet
/// (RFC 9293, section 3.5.2).
/// </summary>
internal static class RoundTripProbe
{
    // The discard service (RFC 863), which nothing at the far end offers.
    private const int UnusedPort = 9;
    private const int Probes = 3;

    // Below the kernel's first retransmission of a SYN, after 1 s (RFC 6298, section 2).
    private static readonly TimeSpan ToProcess = TimeSpan.FromMilliseconds(500);

    // Of a long link one probe is enough: what the machine adds is small beside its delay.
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(200);

    /// <summary>The shortest of up to three round trips; null where each probe was lost.</summary>
    public static async Task<TimeSpan?> MeasureAsync(TunEndpoint near, LinkPlan plan)
    {
        var nominal = TimeSpan.FromTicks((plan.Up.Delay + plan.Up.Jitter + plan.Down.Delay + plan.Down.Jitter)
            / TimeSpan.NanosecondsPerTick);
        TimeSpan? best = null;
        for (var probe = 0; probe < Probes; probe++)
        {
            if (await ProbeAsync(near, nominal + ToProcess) is { } took)
            {
                best = best is { } known && known < took ? known : took;
                if (took > Long)
                {
                    break;
                }
            }
        }

        return best;
    }

    private static async Task<TimeSpan?> ProbeAsync(TunEndpoint near, TimeSpan within)
    {
        using var socket = near.Space.Run(() => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        using var deadline = new CancellationTokenSource(within);
        var began = Stopwatch.GetTimestamp();
        try
        {
            await socket.ConnectAsync(new IPEndPoint(LinkAddresses.Far4, UnusedPort), deadline.Token);
            return Stopwatch.GetElapsedTime(began);
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
        {
            return Stopwatch.GetElapsedTime(began);
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException)
        {
            return null;
        }
    }
}
