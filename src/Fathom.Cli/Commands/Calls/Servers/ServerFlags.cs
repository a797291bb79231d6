using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>The flags that say how a server is reached: TLS, metadata, and its channel.</summary>
internal sealed class ServerFlags
{
    private readonly Option<IReadOnlyList<SettingValue>> _metadata;
    private readonly Option<bool> _plaintext;
    private readonly Option<bool> _insecure;
    private readonly Option<SettingValue?> _caCert;
    private readonly Option<SettingValue?> _serverName;
    private readonly ClientCertificateFlags _client;
    private readonly ConnectionFlags _connection;

    public ServerFlags(CommandSettings settings)
    {
        _metadata = SettingOption.Many("--metadata", "Metadata of the call, with the templates of data; the value of a name that ends in "
            + "-bin is base64. Repeatable.", "'NAME: VALUE'", settings, (where, value) => new SettingValue(value, where));
        _metadata.Aliases.Add("-H");
        _plaintext = SettingOption.Switch("--plaintext", "No TLS, as http:// says.", settings);
        _insecure = SettingOption.Switch("--insecure", "TLS without a check of the server's certificate.", settings);
        _caCert = SettingOption.Text("--cacert", "Root certificates to trust, PEM. Default: the system's.", "FILE", settings);
        _serverName = SettingOption.Text("--servername", "The name in the server's certificate, where it is not that of TARGET.", "NAME",
            settings);
        (_client, _connection) = (new ClientCertificateFlags(settings), new ConnectionFlags(settings));
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All => [_metadata, _plaintext, _insecure, _caCert, .. _client.All, _serverName, .. _connection.All];

    /// <summary>Reads target and flags. Without a scheme and flags of TLS, a server on this machine is asked whether it has TLS.</summary>
    public async Task<ServerTarget> ReadAsync(
        string target, ParseResult parsed, FathomConsole console, CancellationToken token, int seed = 1)
    {
        var tls = _client.AreGiven(parsed) || parsed.GetValue(_caCert) is not null || parsed.GetValue(_insecure)
            || parsed.GetValue(_serverName) is not null;
        if (parsed.GetValue(_plaintext) && (tls || target.StartsWith("https:", StringComparison.Ordinal)))
        {
            throw CommandException.Usage("--plaintext: there is no TLS with it; leave it out, or leave out https:// and the flags of TLS");
        }

        var address = TargetAddress.Parse(target, parsed.GetValue(_plaintext), console.Folder);
        if (address.Scheme == Uri.UriSchemeHttp && tls)
        {
            throw CommandException.Usage($"TARGET: '{target}' is without TLS; with --insecure, --cacert, --cert, --key or "
                + "--servername it is https");
        }

        var isPlain = parsed.GetValue(_plaintext) || address.Scheme == Uri.UriSchemeHttp;
        if (!isPlain && !tls && !TargetAddress.HasScheme(target) && (address.IsLoopback || TargetAddress.IsUnix(target))
            && await LoopbackProbe.IsPlainAsync(address, _connection.ConnectTimeout(parsed), token))
        {
            isPlain = true;
            address = TargetAddress.IsUnix(target) ? address : new UriBuilder(address) { Scheme = Uri.UriSchemeHttp }.Uri;
        }

        var metadata = CallMetadata.Read(parsed.GetValue(_metadata) ?? [], console, seed);
        var options = new NativeChannelOptions
        {
            Address = address,
            Tls = isPlain ? null : TlsOf(parsed, console),
            Proxy = ProxySettings.Find(address, console.Environment),
            UserAgent = metadata.UserAgent,
        };
        return new ServerTarget(target, _connection.Apply(options, parsed), metadata);
    }

    /// <summary>The arguments that repeat the flags, without values of metadata, which can be secret, and without names of files.</summary>
    public IEnumerable<string> Repeat(ParseResult parsed) =>
    [
        .. (parsed.GetValue(_metadata) ?? []).SelectMany(m => (string[])[_metadata.Name, $"{m.Text.Split(':')[0]}: ..."]),
        .. new[] { _plaintext, _insecure }.Where(parsed.GetValue).Select(option => option.Name),
        .. _client.All.Prepend(_caCert).Append(_serverName).Where(option => parsed.GetValue(option) is not null)
            .SelectMany(option => (string[])[option.Name, "..."]),
        .. _connection.Repeat(parsed),
    ];

    private ChannelTls TlsOf(ParseResult parsed, FathomConsole console) => new()
    {
        SkipVerification = parsed.GetValue(_insecure),
        TrustedRoots = parsed.GetValue(_caCert) is { } roots
            ? CertificateFile.Read(roots, "a file of PEM certificates",
                () => ChannelTls.TrustPem(CertificateFile.Text(console, roots)).TrustedRoots is { Count: > 0 } found ? found
                    : throw new ArgumentException("it has no certificate"))
            : null,
        ClientCertificate = _client.Read(parsed, console),
        ServerName = parsed.GetValue(_serverName)?.Text,
    };
}
