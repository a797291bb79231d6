using System.Net;

namespace Fathom.Link.Packets;

/// <summary>
/// Addresses of the two ends, the same for every link because each has its own namespaces. IPv4 is from the range for benchmarks
/// (RFC 2544, appendix C.2.2: 198.18.0.0/15), IPv6 from a unique local prefix (RFC 4193).
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

    /// <summary>The address of a name in the link, from 198.19.0.1 on.</summary>
    /// <param name="index">Number of the name, 0 to 249.</param>
    internal static IPAddress OfName(int index) => new([198, 19, 0, (byte)(index + 1)]);

    /// <summary>Whether an IPv4 address is one of the range that links use.</summary>
    internal static bool IsInside(IPAddress address) => address.GetAddressBytes() is [198, 18 or 19, ..];

    /// <summary>IPv4 prefix length.</summary>
    public const int Prefix4 = 30;

    /// <summary>IPv6 prefix length.</summary>
    public const int Prefix6 = 64;
}
