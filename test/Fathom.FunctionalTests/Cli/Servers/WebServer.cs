using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Cli.Servers;

/// <summary>A server on Kestrel that knows no gRPC.</summary>
internal static class WebServer
{
    /// <summary>Starts one that answers every request with this status and page.</summary>
    public static async Task<WebApplication> StartAsync(int status, HttpProtocols protocols = HttpProtocols.Http2, string? server = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k =>
        {
            k.AddServerHeader = false;
            k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = protocols);
        });
        var application = builder.Build();
        application.Run(context =>
        {
            context.Response.StatusCode = status;
            context.Response.Headers.Server = server;
            return context.Response.WriteAsync("a page");
        });
        await application.StartAsync(TestContext.Current.CancellationToken);
        return application;
    }
}
