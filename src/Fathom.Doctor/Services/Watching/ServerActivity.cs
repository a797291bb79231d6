using System.Net;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What the processes of a server did while calls were served.</summary>
/// <param name="Calls">Calls at once, from 1.</param>
/// <param name="TookMs">How long these took, mean, ms.</param>
/// <param name="Counted">What was counted of them meanwhile, mean.</param>
/// <param name="Waits">What their threads waited for in the kernel, the largest share first.</param>
/// <param name="Peers">What is behind it, first whose answer was awaited longest.</param>
internal sealed record ServerActivity(
    int Calls, double TookMs, ServerCounters Counted, IReadOnlyList<WaitShare> Waits, IReadOnlyList<PeerActivity> Peers)
{
    /// <summary>How their computing was shared by several servers to which a proxy passes calls on; empty of one server.</summary>
    public IReadOnlyList<ServedShare> Servers { get; init; } = [];
}

/// <summary>What one of several servers behind a proxy computed while calls were served.</summary>
/// <param name="Port">Where it accepts connections.</param>
/// <param name="Share">Its share of what all of them computed, 0 to 1.</param>
internal readonly record struct ServedShare(int Port, double Share);

/// <summary>What was seen of something behind a server while calls were served, beyond what was seen in pauses. Shares are of the time of
/// calls, 0 to 1.</summary>
/// <param name="Place">Where it is.</param>
internal sealed record PeerActivity(PeerPlace Place)
{
    /// <summary>The share in which its answer was awaited: something was sent there, and nothing had come since.</summary>
    public double AwaitedShare { get; init; }

    /// <summary>The share in which its answer may have been awaited: something was sent and something came within one tick of the kernel's
    /// clock, and both went on.</summary>
    public double UnclearShare { get; init; }

    /// <summary>The share in which a connection to it was not established yet.</summary>
    public double ConnectingShare { get; init; }

    /// <summary>On how many connections something was sent there meanwhile, mean of calls.</summary>
    public double Connections { get; init; }

    /// <summary>How many connections to it were opened meanwhile, mean of calls.</summary>
    public double Opened { get; init; }

    /// <summary>How often an answer may have been awaited before more was asked, at most: the packets with data that were sent there, or
    /// those that came, whichever are fewer, mean of calls.</summary>
    public double RoundTrips { get; init; }

    /// <summary>Bytes that came from it, mean of calls.</summary>
    public double ReceivedBytes { get; init; }

    /// <summary>The share from the first to the last look that found that some had come.</summary>
    public double ReceivingShare { get; init; }
}

/// <summary>Where something is that a server calls.</summary>
/// <param name="Port">Its port.</param>
/// <param name="IsHere">Whether it is on the server's machine.</param>
/// <param name="IsDatagram">Whether it is asked by UDP.</param>
internal sealed record PeerPlace(int Port, bool IsHere, bool IsDatagram)
{
    /// <summary>That of a far end.</summary>
    public static PeerPlace Of(IPEndPoint remote, IPAddress local, bool isDatagram) =>
        new(remote.Port, IPAddress.IsLoopback(remote.Address) || remote.Address.Equals(local), isDatagram);
}
