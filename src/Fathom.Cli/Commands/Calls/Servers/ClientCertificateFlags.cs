using System.CommandLine;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>The flags of the client's certificate: PEM with a key, or a .pfx that has both.</summary>
internal sealed class ClientCertificateFlags
{
    private readonly Option<SettingValue?> _cert;
    private readonly Option<SettingValue?> _key;
    private readonly Option<SettingValue?> _password;

    public ClientCertificateFlags(CommandSettings settings)
    {
        _cert = SettingOption.Text("--cert", "Client certificate: PEM with --key, or .pfx.", "FILE", settings);
        _key = SettingOption.Text("--key", "Private key of --cert, PEM.", "FILE", settings);
        _password = SettingOption.Text("--cert-password",
            "Password of a .pfx. In the environment, such as FATHOM_CALL_CERT_PASSWORD, other users do not see it.", "TEXT", settings);
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option<SettingValue?>> All => [_cert, _key, _password];

    /// <summary>Whether a flag is given.</summary>
    public bool AreGiven(ParseResult parsed) => All.Any(option => parsed.GetValue(option) is not null);

    /// <summary>The certificate with its private key; null where none is given.</summary>
    /// <exception cref="CommandException">Flags contradict each other, or a file cannot be used.</exception>
    public X509Certificate2? Read(ParseResult parsed, FathomConsole console)
    {
        var (cert, key, password) = (parsed.GetValue(_cert), parsed.GetValue(_key), parsed.GetValue(_password));
        var isPfx = cert is not null && Path.GetExtension(cert.Text).ToLowerInvariant() is ".pfx" or ".p12";
        if (isPfx && key is not null)
        {
            throw CommandException.Usage($"{key.Where}: a .pfx has its own private key; leave --key out");
        }

        if (!isPfx && password is not null)
        {
            throw CommandException.Usage($"{password.Where}: it is for a .pfx; give one with --cert");
        }

        if (!isPfx && cert is null != key is null)
        {
            throw CommandException.Usage(
                $"{(cert ?? key)!.Where}: a client certificate needs both --cert and --key, or is a .pfx with both in it");
        }

        return cert is null ? null
            : isPfx ? CertificateFile.Read(cert, "a .pfx with a private key, and --cert-password its password",
                () => Pkcs12(cert, password, console))
            : CertificateFile.Read(cert, "a PEM certificate, and --key its private key",
                () => X509Certificate2.CreateFromPem(CertificateFile.Text(console, cert), CertificateFile.Text(console, key!)));
    }

    private static X509Certificate2 Pkcs12(SettingValue file, SettingValue? password, FathomConsole console)
    {
        var read = X509CertificateLoader.LoadPkcs12FromFile(Path.Combine(console.Folder, file.Text), password?.Text);
        return read.HasPrivateKey ? read : throw new CryptographicException("it has no private key");
    }
}
