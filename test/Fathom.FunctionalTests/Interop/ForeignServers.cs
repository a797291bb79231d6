using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A foreign server run once without and once with TLS. Owns both processes and the folder of their files.</summary>
public abstract class ForeignServers : IAsyncLifetime
{
    private readonly Func<Task<ForeignGrpc>> _find;
    private readonly DirectoryInfo _scratch = Directory.CreateTempSubdirectory("fathom-interop-");
    private readonly Dictionary<bool, (ChildProcess Process, ChannelOptions Options)> _servers = [];
    private string? _missing;

    internal ForeignServers(Func<Task<ForeignGrpc>> find) => _find = find;

    /// <summary>A channel of one of our clients to a server; skips the test where there is none.</summary>
    internal Channel Channel(Stack stack, bool tls, int? maxReceive = MessageLimits.DefaultMaxReceiveSize, Func<ChannelOptions,
        ChannelOptions>? change = null)
    {
        Assert.SkipWhen(_missing is not null, _missing ?? "");
        var options = _servers[tls].Options with { MaxReceiveMessageSize = maxReceive };
        return stack.Channel(change?.Invoke(options) ?? options);
    }

    /// <summary>The port of the server without TLS, and the certificate of the one with; skips the test where there is none.</summary>
    public (string Plain, string Tls, string Certificate) Targets
    {
        get
        {
            Assert.SkipWhen(_missing is not null, _missing ?? "");
            return ($"127.0.0.1:{_servers[false].Options.Address.Port}", $"localhost:{_servers[true].Options.Address.Port}",
                Path.Combine(_scratch.FullName, "certificate.pem"));
        }
    }

    /// <summary>The Unix domain socket of the server without TLS.</summary>
    public string Socket => Path.Combine(_scratch.FullName, "socket");

    /// <summary>Handlers that saw their call cancelled so far.</summary>
    public int Cancelled(bool tls) => _servers[tls].Process.Lines.Count(line => line == "cancelled");

    /// <summary>Replies in streams that the library took so far.</summary>
    public long Written(bool tls) => long.Parse(
        _servers[tls].Process.Lines.LastOrDefault(line => line.StartsWith("written ", StringComparison.Ordinal))?.Split(' ')[1] ?? "0",
            CultureInfo.InvariantCulture);

    public async ValueTask InitializeAsync()
    {
        var foreign = await _find();
        _missing = foreign.Missing;
        if (_missing is not null)
        {
            return;
        }

        using var certificate = EphemeralCertificate.Create();
        var (pem, key) = (Path.Combine(_scratch.FullName, "certificate.pem"), Path.Combine(_scratch.FullName, "key.pem"));
        await File.WriteAllTextAsync(pem, certificate.ExportCertificatePem());
        await File.WriteAllTextAsync(key, certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        Start(foreign, tls: false, [Socket]);
        Start(foreign, tls: true, [pem, key]);
        await ListensAsync(tls: false, null);
        await ListensAsync(tls: true, ChannelTls.TrustPem(await File.ReadAllTextAsync(pem)));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (process, _) in _servers.Values)
        {
            await process.DisposeAsync();
        }

        _scratch.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    private void Start(ForeignGrpc foreign, bool tls, string[] files) =>
        _servers[tls] = (foreign.StartServer(files), new ChannelOptions { Address = new Uri("http://127.0.0.1") });

    private async Task ListensAsync(bool tls, ChannelTls? trust)
    {
        var process = _servers[tls].Process;
        await Eventually.HoldsAsync(() => process.Lines.Count > 0 || process.HasExited, "the server says where it listens");
        process.Lines.ShouldNotBeEmpty(process.Errors);
        var port = process.Lines[0].Split(' ')[1];
        _servers[tls] = (process, new ChannelOptions { Address = new Uri($"{(tls ? "https" : "http")}://127.0.0.1:{port}"), Tls = trust });
    }
}
