using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.AspNetCore;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Applications;

/// <summary>A service among the endpoints of an ASP.NET Core application.</summary>
public sealed class MapFathomServiceTests : IDisposable
{
    // More than Kestrel takes as the body of a request unless it is told otherwise.
    private const int Large = 31 * 1024 * 1024;

    private readonly LineLogger _log = new();

    [Fact]
    public async Task It_is_served_beside_the_applications_other_endpoints()
    {
        await using var application = await StartAsync(app => app.MapFathomService<EchoService>(echo => echo.Definition()));
        using var channel = Channel(application);

        (await channel.UnaryAsync(EchoMethods.Unary, Request("hello"))).Text().ShouldBe("hello");
        (await channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Stream(Request("a"), Request("b"))).ListAsync())
            .Select(r => r.Text()).ShouldBe(["a", "b"]);

        using var http = new HttpClient { DefaultRequestVersion = new(2, 0), DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        (await http.GetStringAsync(new Uri(new Uri(application.Urls.Single()), "/other"))).ShouldBe("something else");
    }

    [Fact]
    public async Task Messages_are_limited_by_its_options_and_not_by_the_servers_limit_of_bodies()
    {
        await using var application = await StartAsync(app => app.MapFathomService(
            new EchoService().Definition(), new ServerOptions { MaxReceiveMessageSize = 2 * Large }));
        using var channel = Channel(application);

        var reply = await channel.UnaryAsync(EchoMethods.Unary, Request(Large));

        reply.Payload.Length.ShouldBe(Large);
    }

    [Fact]
    public async Task Conventions_of_endpoints_apply_and_an_unknown_method_is_Unimplemented()
    {
        await using var application = await StartAsync(app => app.MapFathomService<EchoService>(echo => echo.Definition())
            .RequireHost("elsewhere.example"));
        using var channel = Channel(application);
        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")))).StatusCode.ShouldBe(StatusCode.Unimplemented);

        await using var open = await StartAsync(app => app.MapFathomService(new ServiceBuilder(EchoMethods.Service).Build()));
        using var toOpen = Channel(open);
        (await FailureAsync(() => toOpen.UnaryAsync(EchoMethods.Unary, Request("x")))).Status
            .ShouldBe(new Status(StatusCode.Unimplemented, $"Service '{EchoMethods.Service}' has no method 'Unary'."));
    }

    [Fact]
    public async Task What_a_handler_throws_reaches_the_applications_loggers()
    {
        await using var application = await StartAsync(app => app.MapFathomService<EchoService>(echo => echo.Definition()));
        using var channel = Channel(application);

        await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { Crash = true }));

        _log.Lines.ShouldContain($"Error: /{EchoMethods.Service}/Unary failed");
    }

    public void Dispose() => _log.Dispose();

    private static NativeChannel Channel(WebApplication application) => new(new NativeChannelOptions
    {
        Address = new Uri(application.Urls.Single()),
        MaxReceiveMessageSize = null,
    });

    private async Task<WebApplication> StartAsync(Action<WebApplication> map)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.Listen(System.Net.IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        builder.Services.AddSingleton<EchoService>();
        builder.Services.AddSingleton<ILoggerFactory>(_log);
        var application = builder.Build();
        map(application);
        application.MapGet("/other", () => "something else");
        await application.StartAsync();
        return application;
    }
}
