using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Reads the TLS flags: <c>--insecure</c>, <c>--cacert</c>, <c>--cert</c> and <c>--key</c>.</summary>
internal static class LoadTls
{
    public static ChannelTls? Read(LoadFlagValues flags, Uri address, string folder)
    {
        var used = ((string[])["cacert", "cert", "key"]).Where(name => flags.Text(name) is not null)
            .Concat(flags.Has("insecure") ? ["insecure"] : []).ToList();
        if (used.Count == 0)
        {
            return null;
        }

        if (address.Scheme != "https")
        {
            throw CommandException.Usage($"--{used[0]}: the call has no TLS; leave --plaintext and http:// out, or this flag");
        }

        if (flags.Text("cert") is null != flags.Text("key") is null)
        {
            throw CommandException.Usage("--cert and --key: one is set without the other; set both");
        }

        if (flags.Has("insecure") && flags.Text("cacert") is not null)
        {
            throw CommandException.Usage("--insecure and --cacert: both are set; with --insecure no certificate is verified");
        }

        return new ChannelTls
        {
            SkipVerification = flags.Has("insecure"),
            TrustedRoots = flags.Text("cacert") is { } roots ? Reading("cacert", roots, () => Roots(Path.Combine(folder, roots))) : null,
            ClientCertificate = flags.Text("cert") is { } certificate
                ? Reading("cert", certificate, () => X509Certificate2.CreateFromPemFile(Path.Combine(folder, certificate),
                    Path.Combine(folder, flags.Text("key")!)))
                : null,
        };
    }

    private static X509Certificate2Collection Roots(string path)
    {
        X509Certificate2Collection roots = [];
        roots.ImportFromPemFile(path);
        return roots.Count > 0 ? roots : throw new CryptographicException("it has no certificate in PEM form");
    }

    private static T Reading<T>(string flag, string file, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException)
        {
            throw CommandException.Usage($"--{flag}: '{file}' cannot be used: {e.Message}; accepted: PEM files");
        }
    }
}
