using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Fathom.Plants;

/// <summary>A tool that starts a service, calls it a few times and ends: all that it does, it does for the first time.</summary>
internal static class ColdTool
{
    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.ConfigureEndpointDefaults(e => e.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        await using var application = builder.Build();
        application.MapGrpcService<ProtoEcho>();
        await application.StartAsync();
        using var channel = GrpcChannel.ForAddress(application.Urls.First());
        var client = new Echo.EchoClient(channel);
        for (var i = 0; i < 5; i++)
        {
            await client.UnaryAsync(new EchoRequest { Payload = ByteString.CopyFromUtf8("Hello World!") });
        }
    }
}
