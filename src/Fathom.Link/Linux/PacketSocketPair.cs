namespace Fathom.Link.Linux;

/// <summary>A socket pair that carries whole packets within this process (socketpair(2)), in place of a TUN device.</summary>
internal sealed class PacketSocketPair : IDisposable
{
    public PacketSocketPair()
    {
        Span<int> ends = stackalloc int[2];
        SystemCallException.Check(
            SystemCalls.OpenSocketPair(SystemCalls.UnixDomain,
                SystemCalls.DatagramSocket | SystemCalls.NonBlocking | SystemCalls.CloseOnExec, 0, ref ends[0]), "socketpair");
        (Outside, Inside) = (ends[0], ends[1]);
    }

    /// <summary>The end that a path uses.</summary>
    public int Inside { get; }

    /// <summary>The opposite end: the path reads packets written here, and packets that the path writes arrive here.</summary>
    public int Outside { get; }

    public void Dispose()
    {
        SystemCallException.Check(SystemCalls.Close(Outside), "close(socketpair)");
        SystemCallException.Check(SystemCalls.Close(Inside), "close(socketpair)");
    }
}
