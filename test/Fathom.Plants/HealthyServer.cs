using Fathom.Originals.Contracts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Fathom.Plants;

/// <summary>An echo service on Grpc.AspNetCore without a fault. Prints its address, and ends with its standard input.</summary>
internal static class HealthyServer
{
    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.ConfigureEndpointDefaults(e => e.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        await using var application = builder.Build();
        application.MapGrpcService<ProtoEcho>();
        await application.StartAsync();
        Console.WriteLine(application.Urls.First());
        await Console.In.ReadToEndAsync();
    }
}
