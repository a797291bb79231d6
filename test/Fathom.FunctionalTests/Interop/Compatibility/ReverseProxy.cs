using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>A reverse proxy before a host of ours, which has no TLS, and before a server of gRPC-Web over HTTP/1.1. Owns its process, both
/// servers and the folder of its files.</summary>
internal sealed class ReverseProxy : IAsyncDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly ProxyPorts _ports;
    private ServedHost? _host;
    private HealthServer? _web;
    private ChildProcess? _process;

    private ReverseProxy() => _ports = new(FreePort.Next(), FreePort.Next(), FreePort.Next(), _folder.Path);

    /// <summary>Where it speaks gRPC without TLS.</summary>
    public string Target => $"127.0.0.1:{_ports.Plain}";

    /// <summary>Where it speaks gRPC over TLS.</summary>
    public string TlsTarget => $"localhost:{_ports.Tls}";

    /// <summary>The certificate of that.</summary>
    public string Certificate => _ports.Certificate;

    /// <summary>Where it passes gRPC-Web on.</summary>
    public string WebTarget => $"http://127.0.0.1:{_ports.Web}";

    /// <summary>Where it speaks gRPC over a Unix domain socket.</summary>
    public string SocketTarget => $"unix:{_ports.Socket}";

    /// <summary>Starts one; skips the test where there is none.</summary>
    /// <param name="program">Its name.</param>
    /// <param name="package">Debian's package of it.</param>
    /// <param name="configuration">Its configuration, for its own ports and those of both servers.</param>
    /// <param name="arguments">Its arguments, for the path of the configuration.</param>
    public static async Task<ReverseProxy> StartAsync(
        string program, string package, Func<ProxyPorts, int, int, string> configuration, Func<string, string[]> arguments)
    {
        var found = ProxyProgram.Find(program, package);
        var proxy = new ReverseProxy();
        try
        {
            proxy._host = await Stack.Native.ServeAsync(
                [EchoContract.Define("proto"), new DownloadService().Definition(), BytesService.Define()],
                options: new ServerOptions { EnableReflection = true, Health = new HealthService() });
            proxy._web = await HealthServer.StartAsync(
                HttpProtocols.Http1, a => a.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true }));
            var file = proxy._folder.PathOf("proxy.conf");
            await proxy.WriteCertificateAsync();
            await File.WriteAllTextAsync(file,
                configuration(proxy._ports, proxy._host.Address.Port, new Uri($"http://{proxy._web.Target}").Port));
            proxy._process = found.Start(arguments(file));
            await Eventually.HoldsAsync(() => FreePort.AcceptsAsync(proxy._ports.Plain), string.Create(CultureInfo.InvariantCulture,
                $"{program} listens at {proxy._ports.Plain}; {proxy._process.Errors}"));
            return proxy;
        }
        catch
        {
            await proxy.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }

        foreach (var server in new IAsyncDisposable?[] { _host, _web })
        {
            if (server is not null)
            {
                await server.DisposeAsync();
            }
        }

        _folder.Dispose();
    }

    private async Task WriteCertificateAsync()
    {
        using var certificate = EphemeralCertificate.Create();
        var (pem, key) = (certificate.ExportCertificatePem(), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        await File.WriteAllTextAsync(_ports.Certificate, pem);
        await File.WriteAllTextAsync(_ports.Key, key);
        await File.WriteAllTextAsync(_ports.Both, $"{pem}\n{key}\n");
    }
}
