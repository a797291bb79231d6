using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>A probe of the TCP sockets of a process. Not thread-safe.</summary>
internal interface ISocketProbe
{
    /// <summary>Looks at them.</summary>
    /// <param name="sockets">All that the process has now.</param>
    void Look(IReadOnlyList<TcpConnection> sockets);

    /// <summary>What was seen.</summary>
    /// <param name="watched">For how long.</param>
    IEnumerable<Observation> Observe(TimeSpan watched);
}
