using System.Security.Cryptography.X509Certificates;
using Fathom.Originals.Contracts;
using Fathom.Originals.Contracts.CodeFirst;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Kestrel;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ProtoBuf.Grpc.Server;

namespace Fathom.Subjects.GrpcAspNetCore;

/// <summary>
/// The application of the template <c>grpc</c>: <c>WebApplication.CreateBuilder</c>, <c>AddGrpc</c>, <c>MapGrpcService</c>, Kestrel's
/// defaults. Unlike it, it reads no configuration from files or the environment and logs warnings alone, so that a trial runs the same
/// everywhere.
/// </summary>
internal sealed class GrpcAspNetCoreHost : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly X509Certificate2? _certificate;
    private long _accepted;

    private GrpcAspNetCoreHost(HostArguments arguments)
    {
        _certificate = arguments.LoadCertificate();
        CertificatePem = _certificate?.ExportCertificatePem();
        var builder = WebApplication.CreateBuilder(
            new WebApplicationOptions { EnvironmentName = Environments.Production, ContentRootPath = AppContext.BaseDirectory });
        builder.Configuration.Sources.Clear();
        KestrelSetup.LogWarnings(builder.Logging);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(arguments.Bind, arguments.Port, Listen));
        var isCodeFirst = arguments.Contract == EchoContract.CodeFirst;
        if (isCodeFirst)
        {
            builder.Services.AddCodeFirstGrpc();
        }
        else
        {
            builder.Services.AddGrpc();
        }

        _application = builder.Build();
        if (isCodeFirst)
        {
            _application.MapGrpcService<CodeFirstEcho>();
        }
        else
        {
            _application.MapGrpcService<ProtoEcho>();
        }
    }

    /// <summary>Where it listens, for example <c>http://127.0.0.1:5000</c>.</summary>
    public string Address => _application.Urls.Single();

    /// <summary>The certificate to trust, PEM; null without TLS.</summary>
    public string? CertificatePem { get; }

    /// <summary>Connections accepted so far.</summary>
    public long Accepted => Interlocked.Read(ref _accepted);

    /// <summary>Starts to listen. Throws <see cref="IOException"/> when the port is taken.</summary>
    public static async Task<GrpcAspNetCoreHost> StartAsync(HostArguments arguments)
    {
        var host = new GrpcAspNetCoreHost(arguments);
        try
        {
            await host._application.StartAsync();
            return host;
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await KestrelSetup.EndAsync(_application);
        _certificate?.Dispose();
    }

    private void Listen(ListenOptions listen)
    {
        listen.Protocols = HttpProtocols.Http2;
        listen.Use(next => connection =>
        {
            Interlocked.Increment(ref _accepted);
            return next(connection);
        });
        if (_certificate is not null)
        {
            listen.UseHttps(_certificate);
        }
    }
}
