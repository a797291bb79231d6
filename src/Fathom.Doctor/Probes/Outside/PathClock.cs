using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Transport.Client;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>
/// The round trip to what a program calls, by PING on a connection of its own: what delays packets or bytes on the way delays PING as well,
/// where TCP's own round trip ends at the first relay.
/// </summary>
internal static class PathClock
{
    private const string Name = "ping";

    // The C core closes a connection at the fifth PING without a call.
    private const int Pings = 4;

    /// <summary>Measures the smallest of a few round trips.</summary>
    /// <param name="target"><c>HOST:PORT</c>.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>Null where it does not speak HTTP/2, without TLS or with it.</returns>
    public static async Task<Observation?> MeasureAsync(string target, TimeProvider time, CancellationToken cancellation)
    {
        foreach (var scheme in new[] { Uri.UriSchemeHttp, Uri.UriSchemeHttps })
        {
            try
            {
                // No call is made: whose certificate answers a PING does not matter.
                using var connection = await ProbeConnection.OpenAsync(
                    new ProbeTarget
                    {
                        Server = new() { Address = new Uri($"{scheme}://{target}"), Tls = new ChannelTls { SkipVerification = true } },
                        Path = "/", Messages = [],
                    },
                    ProbeConnectionOptions.Default, time, cancellation);
                return await SmallestAsync(connection, time, cancellation) is { } smallest
                    ? ServiceQuantities.PingTime.Seen(smallest, Name, TimeSpan.Zero) : null;
            }
            catch (ProbeException)
            {
                // It speaks something else, or nothing to strangers: then the round trip is not known.
            }
        }

        return null;
    }

    private static async Task<double?> SmallestAsync(ProbeConnection connection, TimeProvider time, CancellationToken cancellation)
    {
        double? smallest = null;
        for (var i = 0; i < Pings && await connection.PingAsync(cancellation) is var (sent, acknowledged); i++)
        {
            var took = time.GetElapsedTime(sent, acknowledged).TotalMilliseconds;
            smallest = Math.Min(smallest ?? took, took);
        }

        return smallest;
    }
}
