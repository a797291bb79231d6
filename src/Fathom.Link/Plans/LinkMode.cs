namespace Fathom.Link.Plans;

/// <summary>How a link is made.</summary>
public enum LinkMode
{
    /// <summary>Packet by packet, between two network namespaces. Linux only.</summary>
    Packets,

    /// <summary>
    /// An approximation for machines without namespaces: a relay of byte streams on loopback that delays bytes and limits their rate. It
    /// knows no packets: no loss, duplication, corruption or queue, and connecting takes no time.
    /// </summary>
    Relay,
}
