using Fathom.Subjects.Echo;
using Fathom.Subjects.Kestrel;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport;

/// <summary>A Kestrel host in this process, and channels to it.</summary>
internal sealed class EchoHost : IAsyncDisposable
{
    private readonly KestrelHost _host;

    private EchoHost(KestrelHost host, EchoService service) => (_host, Service) = (host, service);

    public EchoService Service { get; }

    public Uri Address => _host.Address;

    public string? CertificatePem => _host.CertificatePem;

    public static Task<EchoHost> StartAsync(bool tls = false, ServerOptions? options = null) => StartAsync([], tls, options);

    public static async Task<EchoHost> StartAsync(IEnumerable<ServiceDefinition> others, bool tls = false, ServerOptions? options = null)
    {
        var service = new EchoService();
        var host = await KestrelHost.StartAsync([service.Definition(), .. others], new KestrelHostOptions
        {
            Certificate = tls ? EphemeralCertificate.Create() : null,
            Server = options ?? new ServerOptions(),
        });
        return new EchoHost(host, service);
    }

    public HttpClientChannel Channel(Func<ChannelOptions, ChannelOptions>? change = null)
    {
        var options = new ChannelOptions
        {
            Address = Address,
            Tls = CertificatePem is null ? null : ChannelTls.TrustPem(CertificatePem),
        };
        return new HttpClientChannel(change?.Invoke(options) ?? options);
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();
}
