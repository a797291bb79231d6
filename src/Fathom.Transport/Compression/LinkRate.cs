using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>The rate of a connection, measured by its TCP.</summary>
/// <param name="BytesPerSecond">Acknowledged bytes, divided by the time in which there were bytes to send or to be acknowledged.</param>
/// <param name="IsAtLeast">Whether the rate is a lower bound, because there was too little to send or an acknowledgement may have been
/// delayed.</param>
public readonly record struct LinkRate(double BytesPerSecond, bool IsAtLeast)
{
    /// <summary>Whether the peer is on the same machine, so that sending uses the same processors as compression.</summary>
    public bool IsLocal { get; init; }

    /// <summary>Whether a delayed acknowledgement is the only reason for the lower bound.</summary>
    internal bool MayIncludeAckDelay { get; init; }

    /// <summary>
    /// Measures the rate of a socket with <c>struct tcp_info</c> (Linux 4.9 and later); null on other systems, and before the first
    /// measurement. The first call for a socket starts the measurement, and further calls continue it. Readings are at least 1 ms apart.
    /// </summary>
    public static LinkRate? Measure(Socket? socket) => socket is null ? null : LinkMeter.For(socket).Read(socket);
}
