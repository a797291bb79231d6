using System.Net.Sockets;

namespace Fathom.Transport.Compression;

/// <summary>How fast a connection's peer takes bytes, as its TCP has measured.</summary>
/// <param name="BytesPerSecond">Bytes that were acknowledged, by the time there was something to send or to be acknowledged.</param>
/// <param name="IsAtLeast">True where there was not enough to send to find out how fast it could be, or where a late acknowledgement may
/// have hidden it.</param>
public readonly record struct LinkRate(double BytesPerSecond, bool IsAtLeast)
{
    /// <summary>Whether the peer is on this machine: sending is the processors' work then, as compressing is.</summary>
    public bool IsLocal { get; init; }

    /// <summary>Whether there was enough to send, and it is a late acknowledgement alone that may have hidden how fast it could
    /// be.</summary>
    internal bool MayIncludeAckDelay { get; init; }

    /// <summary>
    /// What the kernel's figures of a socket say (Linux 4.9 and later, <c>struct tcp_info</c>); null elsewhere, and before anything was
    /// measured. The first call for a socket begins to measure, each further one goes on; 1 ms lies between two looks at least.
    /// </summary>
    public static LinkRate? Measure(Socket? socket) => socket is null ? null : LinkMeter.For(socket).Read(socket);
}
