using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Threading.RateLimiting;
using Fathom.Plants.Connections;
using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ProtoBuf.Grpc.Server;

namespace Fathom.Plants;

/// <summary>A planted service on Grpc.AspNetCore. Prints its address, and ends with its standard input.</summary>
internal sealed record PlantServer(PlantedMethod Method)
{
    /// <summary>Changes to Kestrel.</summary>
    public Action<KestrelServerOptions> Kestrel { get; init; } = _ => { };

    /// <summary>Changes to its sockets.</summary>
    public Action<SocketTransportOptions> Sockets { get; init; } = _ => { };

    /// <summary>Changes to the gRPC library.</summary>
    public Action<GrpcServiceOptions> Grpc { get; init; } = _ => { };

    /// <summary>Whether the service is code first, on protobuf-net.Grpc, which has no reflection here.</summary>
    public bool IsCodeFirst { get; init; }

    /// <summary>How long the choice of a certificate takes; null for a server without TLS.</summary>
    public TimeSpan? CertificateTakes { get; init; }

    /// <summary>How long a middleware of each connection takes for a request, one after another; null for none.</summary>
    public TimeSpan? RequestTakes { get; init; }

    /// <summary>How long a middleware takes for each call, of whichever method; null for none.</summary>
    public TimeSpan? CallTakes { get; init; }

    /// <summary>Calls at a time, of whichever method, for which a limiter before all methods has room; null for none.</summary>
    public int? CallsAtATime { get; init; }

    /// <summary>Serves until its standard input ends.</summary>
    /// <param name="address">Where it listens.</param>
    public async Task RunAsync(IPAddress address)
    {
        await using var application = await StartAsync(address);
        Console.WriteLine(application.Urls.First());
        await Console.In.ReadToEndAsync();
    }

    /// <summary>Starts it on a free port.</summary>
    /// <param name="address">Where it listens.</param>
    public async Task<WebApplication> StartAsync(IPAddress address)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            Kestrel(kestrel);
            kestrel.Listen(address, 0, Listen);
        });
        builder.WebHost.UseSockets(Sockets);
        builder.Services.AddGrpc(Grpc);
        builder.Services.AddGrpcReflection();
        builder.Services.AddCodeFirstGrpc();
        builder.Services.AddSingleton(Method);
        if (CallsAtATime is { } places)
        {
            builder.Services.AddRateLimiter(limiter => limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, int>(
                _ => RateLimitPartition.GetConcurrencyLimiter(0, _ => new() { PermitLimit = places, QueueLimit = int.MaxValue })));
        }

        var application = builder.Build();
        if (CallsAtATime is not null)
        {
            application.UseRateLimiter();
        }

        if (CallTakes is { } logging)
        {
            application.Use(async (context, next) =>
            {
                await Task.Delay(logging);
                await next(context);
            });
        }

        if (IsCodeFirst)
        {
            application.MapGrpcService<CodeFirstPlant>();
        }
        else
        {
            application.MapGrpcService<PlantService>();
            application.MapGrpcReflectionService();
        }

        await application.StartAsync();
        return application;
    }

    private void Listen(ListenOptions options)
    {
        options.Protocols = HttpProtocols.Http2;
        if (RequestTakes is { } inspection)
        {
            options.Use(next => new ConnectionInspector(next, inspection).RunAsync);
        }

        if (CertificateTakes is { } time)
        {
            var certificate = SelfSigned();
            options.UseHttps(https => https.ServerCertificateSelector = (_, _) =>
            {
                Thread.Sleep(time);
                return certificate;
            });
        }
    }

    private static X509Certificate2 SelfSigned()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero),
            new DateTimeOffset(2120, 1, 1, 0, 0, 0, TimeSpan.Zero));
    }
}
