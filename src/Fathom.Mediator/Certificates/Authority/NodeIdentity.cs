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
        ? $"'{Printable.Sanitize(Name)}' is no valid node name: {NodeName.Accepted} are accepted"
        : Hosts.Count > MaxHosts ? $"{Hosts.Count} host names: up to {MaxHosts} are accepted"
        : Hosts.FirstOrDefault(host => !IsHost(host)) is { } wrong ? $"'{Printable.Sanitize(wrong)}' is neither a host name nor an address"
        : null;

    private static bool IsHost(string host) => host.Length is > 0 and <= MaxHostLength
        && (IPAddress.TryParse(host, out _) || (host.All(char.IsAscii) && Uri.CheckHostName(host) == UriHostNameType.Dns));
}
