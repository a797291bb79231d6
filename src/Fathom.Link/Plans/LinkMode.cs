namespace Fathom.Link.Plans;

/// <summary>How a link is emulated.</summary>
public enum LinkMode
{
    /// <summary>Packet by packet, between two network namespaces. Linux only.</summary>
    Packets,

    /// <summary>
    /// An approximation for machines without namespaces: a relay on loopback that delays byte streams and limits their rate. Without
    /// packets there is no loss, duplication, corruption or queue, and a connection is established without delay.
    /// </summary>
    Relay,
}
