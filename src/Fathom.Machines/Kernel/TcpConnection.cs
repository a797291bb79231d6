using System.Net;

namespace Fathom.Machines.Kernel;

/// <summary>A TCP socket of this machine.</summary>
/// <param name="Inode">Its number, as a process's descriptors name it.</param>
/// <param name="State">What it does.</param>
/// <param name="Local">The near end.</param>
/// <param name="Remote">The far end; of a listener no address, and port 0.</param>
public sealed record TcpConnection(uint Inode, TcpConnectionState State, IPEndPoint Local, IPEndPoint Remote)
{
    /// <summary>What the kernel counted; null of a socket that is not established, and where the kernel does not say.</summary>
    public TcpCounts? Counts { get; init; }
}

/// <summary>What a TCP socket does, by the kernel's numbers (net/tcp_states.h).</summary>
public enum TcpConnectionState : byte
{
    /// <summary>Any other.</summary>
    Other = 0,

    /// <summary>Connected.</summary>
    Established = 1,

    /// <summary>Waits for the answer to its SYN.</summary>
    Connecting = 2,

    /// <summary>Accepts connections.</summary>
    Listening = 10,
}

/// <summary>What the kernel counted of a connection.</summary>
/// <param name="BytesReceived">Bytes that came.</param>
/// <param name="RoundTripUs">The smallest round trip, us; 0 before there was one.</param>
/// <param name="PacketsIn">Packets with data that came.</param>
/// <param name="OutOfOrder">Those of them that came out of order; 0 where the kernel does not count them.</param>
/// <param name="PacketsOut">Packets with data that were sent.</param>
/// <param name="SentAgain">Packets that were sent again.</param>
public sealed record TcpCounts(
    ulong BytesReceived, uint RoundTripUs, uint PacketsIn = 0, uint OutOfOrder = 0, uint PacketsOut = 0, uint SentAgain = 0)
{
    /// <summary>How long ago data was sent last, by the kernel's clock of 1 to 10 ms, ms.</summary>
    public uint SinceSentMs { get; init; }

    /// <summary>How long ago data came last, by the same clock, ms.</summary>
    public uint SinceReceivedMs { get; init; }
}
