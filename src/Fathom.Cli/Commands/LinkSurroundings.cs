using System.Net;
using System.Net.NetworkInformation;

namespace Fathom.Cli.Commands;

/// <summary>Whether this process runs at an end of a link.</summary>
internal static class LinkSurroundings
{
    /// <summary>The address of the end that this process runs at, or null where it runs at none: the variables alone prove nothing, the
    /// network does.</summary>
    public static IPAddress? OwnAddress(IReadOnlyDictionary<string, string> environment)
    {
        var told = new[] { "FATHOM_LINK_NEAR", "FATHOM_LINK_FAR" }
            .Select(name => IPAddress.TryParse(environment.GetValueOrDefault(name), out var address) ? address : null).OfType<IPAddress>()
            .ToList();
        return told.Count == 0
            ? null
            : NetworkInterface.GetAllNetworkInterfaces().SelectMany(i => i.GetIPProperties().UnicastAddresses).Select(a => a.Address)
            .FirstOrDefault(told.Contains);
    }
}
