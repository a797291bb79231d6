using System.Security.Cryptography.X509Certificates;

namespace Fathom.Mediator.Certificates.Trust;

/// <summary>The name that a node has in its network, which its certificates carry: a label of the DNS in lower case (RFC 1123 section
/// 2.1).</summary>
internal static class NodeName
{
    private const int Longest = 63;

    public const string Accepted = "1 to 63 lower-case letters a-z, digits and inner hyphens";

    public static bool IsValid(string name) =>
        name.Length is > 0 and <= Longest && name[0] != '-' && name[^1] != '-'
            && name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-');

    /// <summary>Throws <see cref="ArgumentException"/> for what cannot be a name.</summary>
    public static void Require(string name, string parameter)
    {
        if (!IsValid(name))
        {
            throw new ArgumentException($"'{Printable.Of(name)}' cannot be the name of a node: {Accepted} are accepted.", parameter);
        }
    }

    /// <summary>
    /// Whose certificate it is: its common name, which the issuing node alone decides. Host names beside it are for browsers and the like,
    /// and name no node.
    /// </summary>
    public static string Of(X509Certificate2 certificate) => certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);
}
