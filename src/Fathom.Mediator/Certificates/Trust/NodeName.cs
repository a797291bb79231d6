using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Trust;

/// <summary>The name of a node in its network and its certificates: a lower-case DNS label (RFC 1123 section 2.1).</summary>
internal static class NodeName
{
    private const int MaxLength = 63;

    private const string Accepted = "1 to 63 lower-case letters a-z, digits and inner hyphens";

    /// <summary>The name of every machine for itself: its certificate would be one for all.</summary>
    public const string Localhost = "localhost";

    /// <summary>What is accepted in place of a name that is not valid, for messages.</summary>
    public static string AcceptedFor(string name) =>
        name == Localhost ? $"names other than '{Localhost}', of {Accepted}," : Accepted;

    public static bool IsValid(string name) =>
        name.Length is > 0 and <= MaxLength && name[0] != '-' && name[^1] != '-' && name != Localhost
            && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-');

    /// <summary>Throws <see cref="ArgumentException"/> for an invalid name.</summary>
    public static void Require(string name, string parameter)
    {
        if (!IsValid(name))
        {
            throw new ArgumentException(
                $"'{Printable.Sanitize(name)}' is no valid node name: {AcceptedFor(name)} are accepted.", parameter);
        }
    }

    /// <summary>
    /// The node name in a certificate: its common name, which only the founding node sets. Host names beside it are for browsers and
    /// identify no node.
    /// </summary>
    public static string Of(X509Certificate2 certificate) => certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);
}
