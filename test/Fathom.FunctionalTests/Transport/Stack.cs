using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Kestrel;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport;

/// <summary>A host and a client, of this process: the framework's parts, Fathom's own, or one of each.</summary>
public sealed record Stack(bool NativeHost, bool NativeClient)
{
    public static Stack Framework { get; } = new(false, false);

    public static Stack Native { get; } = new(true, true);

    public static Stack NativeClientOnKestrel { get; } = new(false, true);

    public static Stack HttpClientOnNative { get; } = new(true, false);

    internal Task<EchoHost> StartAsync(bool tls = false, ServerOptions? options = null, int port = 0) => StartAsync([], tls, options, port);

    internal async Task<EchoHost> StartAsync(IEnumerable<ServiceDefinition> others, bool tls = false, ServerOptions? options = null,
        int port = 0)
    {
        var service = new EchoService();
        return new EchoHost(service, await ServeAsync([service.Definition(), .. others], tls, options, port));
    }

    internal async Task<ServedHost> ServeAsync(IReadOnlyList<ServiceDefinition> services, bool tls = false, ServerOptions? options = null,
        int port = 0)
    {
        var certificate = tls ? EphemeralCertificate.Create() : null;
        var pem = certificate?.ExportCertificatePem();
        if (!NativeHost)
        {
            var kestrel = await KestrelHost.StartAsync(
                services, new KestrelHostOptions { Port = port, Certificate = certificate, Server = options ?? new() });
            return new ServedHost(this, kestrel.Address, pem, kestrel, () => kestrel.Wire, () => kestrel.CompressionReports);
        }

        var native = Fathom.Transport.Server.NativeHost.Start(services, new NativeHostOptions
        {
            Port = port,
            Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
            Server = options ?? new(),
        });
        return new ServedHost(this, native.Address, pem, native, () => native.Wire, () => native.CompressionReports);
    }

    internal Channel Channel(int port) => Channel(new ChannelOptions { Address = new Uri($"http://127.0.0.1:{port}") });

    internal Channel Channel(ChannelOptions options) => NativeClient ? new NativeChannel(options) : new HttpClientChannel(options);
}
