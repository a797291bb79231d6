namespace Fathom.Link.Linux;

/// <summary>Two ends that carry whole packets to each other within this process (socketpair(2)), as a TUN device does between its namespace
/// and its program.</summary>
internal sealed class PacketPair : IDisposable
{
    public PacketPair()
    {
        Span<int> ends = stackalloc int[2];
        SystemCallException.Check(
            Libc.OpenSocketPair(Libc.UnixDomain, Libc.DatagramSocket | Libc.NonBlocking | Libc.CloseOnExec, 0, ref ends[0]), "socketpair");
        (Outside, Inside) = (ends[0], ends[1]);
    }

    /// <summary>The end a lane holds.</summary>
    public int Inside { get; }

    /// <summary>The end whose packets the lane reads, and where those arrive that it writes.</summary>
    public int Outside { get; }

    public void Dispose()
    {
        SystemCallException.Check(Libc.Close(Outside), "close(socketpair)");
        SystemCallException.Check(Libc.Close(Inside), "close(socketpair)");
    }
}
