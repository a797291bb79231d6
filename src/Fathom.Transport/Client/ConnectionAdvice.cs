using Fathom.Wire.Http2;

namespace Fathom.Transport.Client;

/// <summary>Advice for a failed connection, derived from the framework's message; a sentence to append to it, or nothing.</summary>
internal static class ConnectionAdvice
{
    private const string ClientCertificate =
        $" The server may require a client certificate, or refuse the one it was sent: set one that it trusts as "
            + $"{nameof(ChannelTls)}.{nameof(ChannelTls.ClientCertificate)}.";

    /// <summary>A TLS handshake failed.</summary>
    public static string ForTlsFailure(string reason) =>
        Contains(reason, "RemoteCertificateNameMismatch")
            ? " The server's certificate is for another host name: use a name that the certificate contains."
        : Contains(reason, "UntrustedRoot") || Contains(reason, "PartialChain") || Contains(reason, "RemoteCertificateChainErrors")
            ? $" The server's certificate is not signed by a trusted root: set its root certificate as "
                + $"{nameof(ChannelTls)}.{nameof(ChannelTls.TrustedRoots)}."
        : Contains(reason, "alert") ? ClientCertificate
        : Contains(reason, "certificate") || Contains(reason, "ALPN") ? ""
        : " The server may not use TLS on this port: use http.";

    /// <summary>A connection was closed before the server sent any HTTP/2.</summary>
    public static string ForNoResponse(bool isTls) => isTls ? ClientCertificate
        : " The server may require TLS: use https.";

    /// <summary>The server ended the connection with an HTTP/2 error code.</summary>
    public static string ForErrorCode(Http2ErrorCode code) => code == Http2ErrorCode.Http11Required
        ? " This port speaks HTTP/1.1: set Kestrel's Protocols to Http2 there (its default needs TLS for HTTP/2), or use TLS."
        : "";

    /// <summary>The reason of a GOAWAY, with the advice for its error code.</summary>
    public static string AfterGoAway(string reason, Http2ErrorCode code) =>
        ForErrorCode(code) is { Length: > 0 } advice ? $"{reason.TrimEnd('.')}.{advice}" : reason;

    private static bool Contains(string reason, string part) => reason.Contains(part, StringComparison.OrdinalIgnoreCase);
}
