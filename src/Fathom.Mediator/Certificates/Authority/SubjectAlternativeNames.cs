using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Authority;

/// <summary>The names in a node's certificate (RFC 5280 section 4.2.1.6): the node's name and its hosts.</summary>
internal static class SubjectAlternativeNames
{
    public static X509Extension Of(NodeIdentity node)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(node.Name);
        foreach (var host in node.Hosts)
        {
            if (IPAddress.TryParse(host, out var address))
            {
                names.AddIpAddress(address);
            }
            else
            {
                names.AddDnsName(host);
            }
        }

        return names.Build();
    }

    /// <summary>Throws <see cref="SigningRefusedException"/> for host names that are invalid in a certificate.</summary>
    public static void Check(NodeIdentity node)
    {
        try
        {
            Of(node);
        }
        catch (Exception e) when (e is ArgumentException or CryptographicException)
        {
            throw new SigningRefusedException($"The host names are invalid in a certificate: {e.Message}", e);
        }
    }
}
