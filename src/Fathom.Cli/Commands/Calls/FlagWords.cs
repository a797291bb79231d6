using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The transport's advice in the words of the command line: its options are flags here.</summary>
internal static class FlagWords
{
    private static readonly (string Option, string Flags)[] Words =
    [
        ("set its root certificate as ChannelTls.TrustedRoots",
            "give its root certificate with --cacert, or --insecure to leave it unchecked"),
        ("use a name that the certificate contains",
            "use a name that the certificate contains, or give one with --servername, or --insecure to leave it unchecked"),
        ("set one that it trusts as ChannelTls.ClientCertificate", "give one that it trusts with --cert and --key"),
        ("The server may not use TLS on this port: use http", "The server may not use TLS on this port: give --plaintext"),
        ("(its default needs TLS for HTTP/2), or use TLS",
            "(its default needs TLS for HTTP/2), or use TLS; gRPC-Web, where the server has it, needs --protocol grpc-web-http1"),
        ("The server may require TLS: use https", "The server may require TLS: leave out --plaintext and http://"),
    ];

    /// <summary>The detail of a status in these words, on one printable line.</summary>
    public static string Of(string detail) =>
        Words.Aggregate(PrintableText.OneLine(detail), (text, word) => text.Replace(word.Option, word.Flags, StringComparison.Ordinal));
}
