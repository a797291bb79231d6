using System.Security.Cryptography;

namespace Fathom.SubjectProtocol;

/// <summary>
/// What a client needs to connect to a server with TLS: the member <c>certificate</c> of <see cref="SubjectReply.Ready"/>. It is PEM: the
/// certificate to trust alone, or, where the server requires client certificates, four blocks in this order: the root's certificate and
/// key, the client's certificate and key. Roots and keys are made for one run.
/// </summary>
/// <param name="Trusted">The certificate to trust, PEM.</param>
/// <param name="Client">The client's own, PEM; null where the server requires none.</param>
public sealed record PeerCertificates(string Trusted, ClientCertificates? Client = null)
{
    /// <summary>Reads what <see cref="ToPem"/> wrote.</summary>
    /// <exception cref="FormatException">The text is neither one certificate nor the four blocks.</exception>
    public static PeerCertificates Parse(string pem)
    {
        List<(string Label, string Text)> blocks = [];
        for (var left = pem.AsSpan(); PemEncoding.TryFind(left, out var found); left = left[found.Location.End..])
        {
            blocks.Add((left[found.Label].ToString(), left[found.Location].ToString()));
        }

        return blocks is [("CERTIFICATE", var trusted)] ? new PeerCertificates(trusted)
            : blocks is [("CERTIFICATE", var root), ("PRIVATE KEY", var rootKey), ("CERTIFICATE", var own), ("PRIVATE KEY", var key)]
            ? new PeerCertificates(root, new ClientCertificates(rootKey, own, key))
            : throw new FormatException(
            $"The certificate of a server is one PEM block CERTIFICATE, or CERTIFICATE, PRIVATE KEY, CERTIFICATE and PRIVATE KEY; found: "
                + $"{(blocks.Count == 0 ? "none" : string.Join(", ", blocks.Select(b => b.Label)))}.");
    }

    /// <summary>The PEM text.</summary>
    public string ToPem() => Client is { } c ? string.Join('\n', Trusted, c.TrustedKey, c.Certificate, c.Key) : Trusted;
}

/// <summary>What a client presents to a server that requires a certificate.</summary>
/// <param name="TrustedKey">The root's private key, PEM.</param>
/// <param name="Certificate">The client's certificate, PEM.</param>
/// <param name="Key">Its private key, PEM.</param>
public sealed record ClientCertificates(string TrustedKey, string Certificate, string Key);
