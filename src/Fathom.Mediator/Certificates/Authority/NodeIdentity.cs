using System.Net;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>A node's name, and the host names and addresses by which other clients call it.</summary>
internal sealed record NodeIdentity(string Name, IReadOnlyList<string> Hosts)
{
    private const int MaxHosts = 16;
    private const int MaxHostLength = 253;

    /// <summary>The fault of this identity, or null.</summary>
    public string? Fault => !NodeName.IsValid(Name)
        ? $"'{Printable.Sanitize(Name)}' is no valid node name: {NodeName.AcceptedFor(Name)} are accepted"
        : Hosts.Count > MaxHosts ? $"{Hosts.Count} host names: up to {MaxHosts} are accepted"
        : Hosts.FirstOrDefault(host => !IsHost(host)) is { } wrong ? $"'{Printable.Sanitize(wrong)}' is neither a host name nor an address"
        : null;

    /// <summary>Why a member's certificate may not have a host name or address, as a sentence without its full stop; null: it may. Names
    /// and addresses of loopback are every machine's own (RFC 6761 section 6.3), and a name without a dot is a machine of somebody's local
    /// network.</summary>
    /// <param name="host">A valid host name or address.</param>
    /// <param name="node">The member's name, which it may have; null: it is not known yet.</param>
    public static string? HostFault(string host, string? node)
    {
        var name = host.TrimEnd('.');
        var isAddress = IPAddress.TryParse(host, out var address);
        var isLoopback = isAddress ? IsOwn(address!.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address)
            : name.Equals(NodeName.Localhost, StringComparison.OrdinalIgnoreCase)
                || name.EndsWith($".{NodeName.Localhost}", StringComparison.OrdinalIgnoreCase);
        return isLoopback ? $"'{Printable.Sanitize(host)}' is the name of every machine for itself: a member's certificate may not have it"
            : isAddress || name.Contains('.', StringComparison.Ordinal) || name.Equals(node, StringComparison.OrdinalIgnoreCase) ? null
            : $"'{Printable.Sanitize(host)}' is a host name without a domain, which may be another machine's: a member's certificate may "
                + $"have {(node is null ? "none but the node's own name" : $"'{node}'")} and full names such as north.example";
    }

    // Who connects to the unspecified address reaches its own machine, as by loopback.
    private static bool IsOwn(IPAddress address) =>
        IPAddress.IsLoopback(address) || address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);

    private static bool IsHost(string host) => host.Length is > 0 and <= MaxHostLength
        && (IPAddress.TryParse(host, out _) || (host.All(char.IsAscii) && Uri.CheckHostName(host) == UriHostNameType.Dns));
}
