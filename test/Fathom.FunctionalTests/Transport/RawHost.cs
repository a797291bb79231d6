using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Transport;

/// <summary>An HTTP/2 server that answers whatever a test wants, gRPC or not.</summary>
internal sealed class RawHost : IAsyncDisposable
{
    private readonly WebApplication _application;

    private RawHost(WebApplication application) => _application = application;

    public Uri Address => new(_application.Urls.Single());

    public static async Task<RawHost> StartAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
            kestrel.Listen(System.Net.IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        var application = builder.Build();
        application.Run(answer);
        await application.StartAsync();
        return new RawHost(application);
    }

    public ValueTask DisposeAsync() => _application.DisposeAsync();
}
