namespace Fathom.Link.Impairments;

/// <summary>The end of a TCP connection on purpose: after a number of bytes in one direction.</summary>
/// <param name="Kind">What happens.</param>
/// <param name="AfterBytes">Bytes of the stream, without headers and retransmissions, that pass before it; 1 or more.</param>
public sealed record ConnectionBreak(BreakKind Kind, long AfterBytes)
{
    /// <summary>A connection that does not break.</summary>
    public static ConnectionBreak None { get; } = new(BreakKind.None, 1);
}

/// <summary>Ways in which a TCP connection breaks.</summary>
public enum BreakKind
{
    /// <summary>It does not break.</summary>
    None,

    /// <summary>Both ends receive a reset (RFC 9293, section 3.10.7): as by a proxy or a load balancer that gives up.</summary>
    Reset,

    /// <summary>
    /// The receiver of the bytes loses its connection; their sender keeps it and is not notified, whatever it sends (RFC 9293, section
    /// 3.5.1): as by a peer that restarted behind a firewall which has forgotten the connection.
    /// </summary>
    HalfOpen,

    /// <summary>Nothing passes any more in either direction, and both ends keep the connection: as by a cable that was pulled.</summary>
    Hang,
}
