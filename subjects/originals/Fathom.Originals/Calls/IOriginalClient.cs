using Fathom.Originals.Workloads;
using Grpc.Core;

namespace Fathom.Originals.Calls;

/// <summary>What the client libraries do differently. One instance serves the process; safe from any thread.</summary>
public interface IOriginalClient
{
    /// <summary>Applies settings of the process, before its first channel.</summary>
    /// <exception cref="FormatException">The library cannot do what the specification says.</exception>
    void Prepare(OriginalSpec spec);

    /// <summary>Opens a channel. It connects with its first call.</summary>
    ChannelBase Open(OriginalSpec spec);

    /// <summary>Ends a channel without waiting for it: disposes it where it can be disposed, else begins its shutdown.</summary>
    void End(ChannelBase channel);

    /// <summary>Starts to count connections; null where the library does not show them.</summary>
    IConnectionCount? CountConnections();
}

/// <summary>Counts the connections that the process opens. Disposing it ends the count.</summary>
public interface IConnectionCount : IDisposable
{
    /// <summary>Connections opened since it started to count.</summary>
    long Opened { get; }
}
