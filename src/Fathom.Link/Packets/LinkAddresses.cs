using System.Net;

namespace Fathom.Link.Packets;

/// <summary>
/// The addresses of a link's two ends. They are the same for every link: each link has namespaces of its own, where nothing else is.
/// IPv4 from the range set aside for benchmarks between two ends (RFC 2544, appendix C.2.2: 198.18.0.0/15), IPv6 a unique local prefix (RFC
/// 4193).
/// </summary>
public static class LinkAddresses
{
    /// <summary>The near end, IPv4.</summary>
    public static IPAddress Near4 { get; } = IPAddress.Parse("198.18.0.1");

    /// <summary>The far end, IPv4.</summary>
    public static IPAddress Far4 { get; } = IPAddress.Parse("198.18.0.2");

    /// <summary>The near end, IPv6.</summary>
    public static IPAddress Near6 { get; } = IPAddress.Parse("fd00:198:18::1");

    /// <summary>The far end, IPv6.</summary>
    public static IPAddress Far6 { get; } = IPAddress.Parse("fd00:198:18::2");

    /// <summary>Bits that both ends' addresses share: IPv4.</summary>
    public const int Prefix4 = 30;

    /// <summary>Bits that both ends' addresses share: IPv6.</summary>
    public const int Prefix6 = 64;
}
