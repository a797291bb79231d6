namespace Fathom.Link.Packets;

/// <summary>TCP's control bits (RFC 9293, section 3.1).</summary>
[Flags]
public enum TcpFlags : byte
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>No more data from the sender.</summary>
    Fin = 1,

    /// <summary>Synchronise sequence numbers.</summary>
    Syn = 2,

    /// <summary>Reset the connection.</summary>
    Rst = 4,

    /// <summary>Push.</summary>
    Psh = 8,

    /// <summary>The acknowledgment field is significant.</summary>
    Ack = 16,

    /// <summary>The urgent pointer is significant.</summary>
    Urg = 32,

    /// <summary>ECN-Echo (RFC 3168).</summary>
    Ece = 64,

    /// <summary>Congestion window reduced (RFC 3168).</summary>
    Cwr = 128,
}
