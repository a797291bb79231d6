using System.Net;
using System.Net.Sockets;
using Fathom.Link.Packets;

namespace Fathom.Link.Plans;

/// <summary>What a program at the near end reaches through the link under its own name or address.</summary>
/// <param name="To">The name or address, and the port, outside.</param>
/// <param name="Inside">The address that the name has in the link, or the address itself.</param>
public sealed record ReachTarget(Destination To, IPAddress Inside)
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "HOST:PORT, a name or an IPv4 address with a port from 1 to 65535, such as localhost:5001 or "
        + "api.example.com:443";

    /// <summary>The most names of one link.</summary>
    public const int MaxNames = 250;

    /// <summary>Whether the program finds it by a name that has an address of its own in the link.</summary>
    internal bool IsNamed => !IPAddress.TryParse(To.Host, out _) && !IsLocalhost(To.Host);

    /// <summary>Gives every name its address. Of loopback, the address is that of the program's own machine.</summary>
    internal static IReadOnlyList<ReachTarget> Assign(IEnumerable<Destination> destinations)
    {
        var names = new Dictionary<string, IPAddress>(StringComparer.OrdinalIgnoreCase);
        return [.. destinations.Distinct().Select(d => new ReachTarget(d, AddressOf(d, names)))];
    }

    /// <summary>Why a destination cannot be reached; null where it can.</summary>
    internal static string? Refusal(Destination destination) => IPAddress.TryParse(destination.Host, out var address) switch
    {
        _ when !destination.IsValid => Accepted,
        true when address!.AddressFamily != AddressFamily.InterNetwork => "an IPv4 address, or a name: a name is reached by IPv4",
        true when LinkAddresses.IsInside(address) => "an address outside of 198.18.0.0/15, which the link itself uses",
        true when address.Equals(IPAddress.Any) || address.Equals(IPAddress.Broadcast) || address.GetAddressBytes()[0] >= 224 =>
            "the address of one machine",
        _ => null,
    };

    internal static bool IsLocalhost(string host) => host.TrimEnd('.').Equals("localhost", StringComparison.OrdinalIgnoreCase);

    private static IPAddress AddressOf(Destination destination, Dictionary<string, IPAddress> names)
    {
        if (IPAddress.TryParse(destination.Host, out var address))
        {
            return address;
        }

        if (IsLocalhost(destination.Host))
        {
            return IPAddress.Loopback;
        }

        var name = destination.Host.TrimEnd('.');
        return names.TryGetValue(name, out var known) ? known : names[name] = LinkAddresses.OfName(names.Count);
    }
}
