using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The flags that say how a server is reached: TLS and metadata.</summary>
internal sealed class ServerFlags
{
    private const int MaxMessage = 256 * 1024 * 1024;

    private readonly Option<IReadOnlyList<SettingValue>> _metadata;
    private readonly Option<bool> _plaintext;
    private readonly Option<bool> _insecure;
    private readonly Option<SettingValue?> _caCert;
    private readonly ClientCertificateFlags _client;

    public ServerFlags(CommandSettings settings)
    {
        _metadata = SettingOption.Many("--metadata", "Metadata of the call, with the templates of data; the value of a name that ends in "
            + "-bin is base64. Repeatable.", "'NAME: VALUE'", settings, (where, value) => new SettingValue(value, where));
        _metadata.Aliases.Add("-H");
        _plaintext = SettingOption.Switch("--plaintext", "No TLS, as http:// says.", settings);
        _insecure = SettingOption.Switch("--insecure", "TLS without a check of the server's certificate.", settings);
        _caCert = SettingOption.Text("--cacert", "Root certificates to trust, PEM. Default: the system's.", "FILE", settings);
        _client = new ClientCertificateFlags(settings);
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All => [_metadata, _plaintext, _insecure, _caCert, .. _client.All];

    /// <summary>Reads target and flags. Without a scheme and flags of TLS, a server on this machine is asked whether it has TLS.</summary>
    public async Task<ServerTarget> ReadAsync(
        string target, ParseResult parsed, FathomConsole console, CancellationToken token, int seed = 1)
    {
        var tls = _client.AreGiven(parsed) || parsed.GetValue(_caCert) is not null || parsed.GetValue(_insecure);
        if (parsed.GetValue(_plaintext) && (tls || target.StartsWith("https:", StringComparison.Ordinal)))
        {
            throw CommandException.Usage("--plaintext: there is no TLS with it; leave it out, or leave out https:// and the flags of TLS");
        }

        var address = TargetAddress.Parse(target, parsed.GetValue(_plaintext));
        if (address.Scheme == Uri.UriSchemeHttp && tls)
        {
            throw CommandException.Usage($"TARGET: '{target}' is without TLS; with --insecure, --cacert, --cert or --key it is https");
        }

        if (!TargetAddress.HasScheme(target) && !tls && address is { Scheme: "https", IsLoopback: true }
            && await LoopbackProbe.IsPlainAsync(address, token))
        {
            address = new UriBuilder(address) { Scheme = Uri.UriSchemeHttp }.Uri;
        }

        return new ServerTarget(target, new ChannelOptions
        {
            Address = address,
            Tls = address.Scheme == Uri.UriSchemeHttps ? TlsOf(parsed, console) : null,
            MaxReceiveMessageSize = MaxMessage,
        }, CallMetadata.Read(parsed.GetValue(_metadata) ?? [], console, seed));
    }

    /// <summary>The arguments that repeat the flags, without values of metadata, which can be secret, and without names of files.</summary>
    public IEnumerable<string> Repeat(ParseResult parsed) =>
    [
        .. (parsed.GetValue(_metadata) ?? []).SelectMany(m => (string[])[_metadata.Name, $"{m.Text.Split(':')[0]}: ..."]),
        .. new[] { _plaintext, _insecure }.Where(parsed.GetValue).Select(option => option.Name),
        .. _client.All.Prepend(_caCert).Where(option => parsed.GetValue(option) is not null)
            .SelectMany(option => (string[])[option.Name, "..."]),
    ];

    private ChannelTls TlsOf(ParseResult parsed, FathomConsole console) => new()
    {
        SkipVerification = parsed.GetValue(_insecure),
        TrustedRoots = parsed.GetValue(_caCert) is { } roots
            ? CertificateFile.Read(roots, "a file of PEM certificates",
                () => ChannelTls.TrustPem(CertificateFile.Text(console, roots)).TrustedRoots!)
            : null,
        ClientCertificate = _client.Read(parsed, console),
    };
}
