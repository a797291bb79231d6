using System.Net;
using System.Net.NetworkInformation;

namespace Fathom.Cli.Commands.Links;

/// <summary>Finds out whether this process runs at an end of a link.</summary>
internal static class LinkSurroundings
{
    /// <summary>The address of the link's end that this process runs at; null for none. The variables alone prove nothing: an address
    /// counts only where an interface has it.</summary>
    public static IPAddress? OwnAddress(IReadOnlyDictionary<string, string> environment)
    {
        var ends = new[] { "FATHOM_LINK_NEAR", "FATHOM_LINK_FAR" }
            .Select(name => IPAddress.TryParse(environment.GetValueOrDefault(name), out var address) ? address : null).OfType<IPAddress>()
            .ToList();
        return ends.Count == 0
            ? null
            : NetworkInterface.GetAllNetworkInterfaces().SelectMany(i => i.GetIPProperties().UnicastAddresses).Select(a => a.Address)
                .FirstOrDefault(ends.Contains);
    }
}
