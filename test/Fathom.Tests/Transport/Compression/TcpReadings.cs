using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

/// <summary>What the kernel says of a connection, as a test makes it up.</summary>
internal static class TcpReadings
{
    public static TcpInfo Reading(long acknowledged, double busyMs, double delivery = 0, double roundTripMs = 0, bool isIdle = false) =>
        new(acknowledged, TimeSpan.FromMilliseconds(busyMs), TimeSpan.FromMilliseconds(roundTripMs), TimeSpan.FromSeconds(1), 1448, 1,
            isIdle, delivery, true);
}
