namespace Fathom.Lab.Kernel;

/// <summary>A TCP connection as the kernel counts it.</summary>
/// <param name="Inode">Its socket's number, as a process's descriptors name it.</param>
/// <param name="BytesReceived">Bytes that came.</param>
/// <param name="RoundTripUs">The smallest round trip, us; 0 before there was one.</param>
/// <param name="PacketsIn">Packets with data that came.</param>
/// <param name="OutOfOrder">Those of them that came out of order; 0 where the kernel does not count them.</param>
/// <param name="PacketsOut">Packets with data that were sent.</param>
/// <param name="SentAgain">Packets that were sent again.</param>
internal readonly record struct TcpConnection(
    uint Inode, ulong BytesReceived, uint RoundTripUs, uint PacketsIn, uint OutOfOrder, uint PacketsOut, uint SentAgain);
