namespace Fathom.Transport.Client;

/// <summary>What to do about a connection that could not be made, by what the framework says of it; sentences to follow that, or
/// nothing.</summary>
internal static class ConnectionAdvice
{
    private const string ClientCertificate =
        $" It may ask for a client certificate, or refuse the one it was shown: give one that it trusts as "
            + $"{nameof(ChannelTls)}.{nameof(ChannelTls.ClientCertificate)}.";

    /// <summary>A TLS handshake failed.</summary>
    public static string ForTlsFailure(string reason) =>
        Contains(reason, "RemoteCertificateNameMismatch")
            ? " The server's certificate is for another name: call it by a name that is in it."
        : Contains(reason, "UntrustedRoot") || Contains(reason, "PartialChain") || Contains(reason, "RemoteCertificateChainErrors")
            ? $" No trusted root signed the server's certificate: give its root as {nameof(ChannelTls)}.{nameof(ChannelTls.TrustedRoots)}."
        : Contains(reason, "alert") ? ClientCertificate
        : Contains(reason, "certificate") || Contains(reason, "ALPN") ? ""
        : " The port may not speak TLS: use http.";

    /// <summary>A connection was closed before a byte of HTTP/2 came.</summary>
    public static string ForNoResponse(Uri address) => address.Scheme == Uri.UriSchemeHttps ? ClientCertificate
        : " It may expect TLS: use https.";

    private static bool Contains(string reason, string part) => reason.Contains(part, StringComparison.OrdinalIgnoreCase);
}
