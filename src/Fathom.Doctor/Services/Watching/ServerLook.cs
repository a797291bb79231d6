using System.Net;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>A look at what the processes of a server have opened and wait for.</summary>
/// <param name="AtMs">When, ms.</param>
/// <param name="Connections">Their TCP connections to others.</param>
/// <param name="Asked">The far ends of their UDP sockets.</param>
/// <param name="Waits">What their threads wait for in the kernel.</param>
internal sealed record ServerLook(
    double AtMs, IReadOnlyList<TcpConnection> Connections, IReadOnlyList<IPEndPoint> Asked, IReadOnlyList<ThreadWait> Waits);

/// <summary>Looks in a row: the first right before calls or a pause, the last right after.</summary>
/// <param name="IsCalling">Whether calls were served meanwhile.</param>
/// <param name="Looks">At least two.</param>
internal sealed record LookRow(bool IsCalling, IReadOnlyList<ServerLook> Looks)
{
    /// <summary>How long it took, ms.</summary>
    public double LengthMs => Math.Max(Looks[^1].AtMs - Looks[0].AtMs, 1e-3);
}
