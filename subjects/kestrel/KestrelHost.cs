using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.AspNetCore;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Subjects.Kestrel;

/// <summary>
/// ASP.NET Core's Kestrel serving gRPC by Fathom's dispatcher as its one middleware. Disposing it ends its calls
/// and frees the port.
/// </summary>
public sealed class KestrelHost : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly GrpcDispatcher _dispatcher;
    private readonly X509Certificate2? _certificate;

    private KestrelHost(WebApplication application, GrpcDispatcher dispatcher, Uri address, X509Certificate2? certificate)
    {
        (_application, _dispatcher) = (application, dispatcher);
        _certificate = certificate;
        Address = address;
        CertificatePem = certificate?.ExportCertificatePem();
    }

    /// <summary>Where it listens, for example <c>http://127.0.0.1:5000</c>.</summary>
    public Uri Address { get; }

    /// <summary>The certificate to trust, PEM; null without TLS.</summary>
    public string? CertificatePem { get; }

    /// <summary>What all calls sent and received so far.</summary>
    public WireTotals Wire => _dispatcher.Wire;

    /// <summary>What adaptive compression does with each method's responses at present.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => _dispatcher.CompressionReports;

    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static async Task<KestrelHost> StartAsync(IEnumerable<ServiceDefinition> services, KestrelHostOptions options)
    {
        var dispatcher = new GrpcDispatcher(services, options.Server);
        var application = Build(options);
        application.Run(context => dispatcher.DispatchAsync(context));
        try
        {
            await application.StartAsync();
            var features = application.Services.GetRequiredService<IServer>().Features;
            var bound = features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Single();
            return new KestrelHost(application, dispatcher, new Uri(bound), options.Certificate);
        }
        catch
        {
            await application.DisposeAsync();
            options.Certificate?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await KestrelSetup.EndAsync(_application);
        _certificate?.Dispose();
    }

    private static WebApplication Build(KestrelHostOptions options)
    {
        var builder = KestrelSetup.CreateBuilder();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Configure(kestrel, options));
        if (options.Certificate is not null)
        {
            builder.WebHost.UseKestrelHttpsConfiguration();
        }

        return builder.Build();
    }

    private static void Configure(KestrelServerOptions kestrel, KestrelHostOptions options)
    {
        KestrelSetup.Configure(kestrel, options.StreamWindow, options.ConnectionWindow);
        kestrel.Listen(options.Bind, options.Port, listen =>
        {
            listen.Protocols = HttpProtocols.Http2;
            if (options.Certificate is { } certificate)
            {
                listen.UseHttps(new HttpsConnectionAdapterOptions { ServerCertificate = certificate });
            }
        });
    }
}
