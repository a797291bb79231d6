using System.Net;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>Who a node is, and by which host names and addresses others than nodes call it.</summary>
internal sealed record NodeIdentity(string Name, IReadOnlyList<string> Hosts)
{
    private const int MostHosts = 16;
    private const int LongestHost = 253;

    /// <summary>What is wrong with it, or null.</summary>
    public string? Fault => !NodeName.IsValid(Name)
        ? $"'{Printable.Of(Name)}' cannot be the name of a node: {NodeName.Accepted} are accepted"
        : Hosts.Count > MostHosts ? $"{Hosts.Count} host names: up to {MostHosts} are accepted"
        : Hosts.FirstOrDefault(host => !IsHost(host)) is { } wrong ? $"'{Printable.Of(wrong)}' is neither a host name nor an address"
        : null;

    private static bool IsHost(string host) => host.Length is > 0 and <= LongestHost
        && (IPAddress.TryParse(host, out _) || (host.All(char.IsAscii) && Uri.CheckHostName(host) == UriHostNameType.Dns));
}
