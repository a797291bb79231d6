using System.Collections.Concurrent;
using Grpc.HealthCheck;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Cli.Servers;

/// <summary>The health service and reflection of Grpc.AspNetCore on Kestrel, which keeps what it was asked.</summary>
internal sealed class HealthServer : IAsyncDisposable
{
    private readonly WebApplication _application;

    private HealthServer(WebApplication application) => _application = application;

    /// <summary>The address that the server listens at; for a TCP port.</summary>
    public string Target => new Uri(_application.Urls.Single()).Authority;

    /// <summary>Host, content type and message encoding of each request, in the order of their arrival.</summary>
    public ConcurrentQueue<(string Host, string? ContentType, string? Encoding, string Protocol)> Requests { get; } = [];

    /// <summary>Starts one.</summary>
    /// <param name="listen">Where it listens.</param>
    /// <param name="add">More for its pipeline, before its services; null for nothing.</param>
    public static async Task<HealthServer> StartAsync(Action<KestrelServerOptions> listen, Action<WebApplication>? add = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(listen);
        var health = new HealthServiceImpl();
        health.SetStatus("", Grpc.Health.V1.HealthCheckResponse.Types.ServingStatus.Serving);
        builder.Services.AddGrpc();
        builder.Services.AddGrpcReflection();
        builder.Services.AddSingleton(health);
        var application = builder.Build();
        var server = new HealthServer(application);
        application.Use((context, next) =>
        {
            var request = context.Request;
            server.Requests.Enqueue((request.Host.Value ?? "", request.ContentType, request.Headers["grpc-encoding"], request.Protocol));
            return next(context);
        });
        add?.Invoke(application);
        application.MapGrpcService<HealthServiceImpl>();
        application.MapGrpcReflectionService();
        await application.StartAsync(TestContext.Current.CancellationToken);
        return server;
    }

    /// <summary>Starts one on a port of the system's choice, without TLS.</summary>
    public static Task<HealthServer> StartAsync(
        HttpProtocols protocols = HttpProtocols.Http2, Action<WebApplication>? add = null) =>
        StartAsync(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = protocols), add);

    public ValueTask DisposeAsync() => _application.DisposeAsync();
}
