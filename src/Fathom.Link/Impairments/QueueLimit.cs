namespace Fathom.Link.Impairments;

/// <summary>How much the queue before the line holds, and whether CoDel keeps it short. What comes to a full queue is dropped.</summary>
/// <param name="Bytes">The most bytes that wait, or null for no limit in bytes.</param>
/// <param name="Packets">The most packets that wait, or null for no limit in packets.</param>
/// <param name="CoDel">Whether CoDel (RFC 8289) drops from its head.</param>
public sealed record QueueLimit(long? Bytes, int? Packets, bool CoDel)
{
    /// <summary>1,000 packets: what tc-netem and a Linux interface have where nothing is said.</summary>
    public static QueueLimit Default { get; } = new(null, 1000, false);
}
