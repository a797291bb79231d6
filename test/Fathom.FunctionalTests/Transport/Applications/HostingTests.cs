using System.Net;
using System.Net.Sockets;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Hosting;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Applications;

/// <summary>A server and channels among an application's services.</summary>
public class HostingTests
{
    [Fact]
    public async Task An_application_serves_its_services_and_calls_them_over_its_channel()
    {
        using var application = Application();
        await application.StartAsync();
        var channel = application.Services.GetRequiredService<Channel>();

        (await channel.UnaryAsync(EchoMethods.Unary, Request("hello"))).Text().ShouldBe("hello");

        application.Services.GetRequiredService<Channel>().ShouldBeSameAs(channel);
        application.Services.GetRequiredService<EchoCaller>().Channel.ShouldBeSameAs(channel);
        application.Services.GetRequiredKeyedService<Channel>("other").ShouldNotBeSameAs(channel);
        await application.StopAsync();
    }

    [Fact]
    public async Task What_a_handler_throws_reaches_the_applications_loggers()
    {
        var log = new LineLogger();
        using var application = Application(services => services.AddSingleton<ILoggerFactory>(log));
        await application.StartAsync();

        var failure = await FailureAsync(() => application.Services.GetRequiredService<Channel>()
            .UnaryAsync(EchoMethods.Unary, new EchoRequest { Crash = true }));

        failure.StatusCode.ShouldBe(StatusCode.Unknown);
        log.Lines.ShouldContain($"Error: /{EchoMethods.Service}/Unary failed");
        await application.StopAsync();
    }

    [Fact]
    public async Task An_application_that_stops_lets_a_call_end_and_frees_the_port()
    {
        using var application = Application();
        await application.StartAsync();
        var address = application.Services.GetRequiredService<FathomServer>().Address.ShouldNotBeNull();
        using var channel = new NativeChannel(new NativeChannelOptions { Address = address });
        using var call = channel.Start(EchoMethods.DuplexStream);
        await call.WriteAsync(Request("one"));
        (await call.MoveNextAsync()).ShouldBeTrue();

        var stopping = application.StopAsync();
        await call.WriteAsync(Request("two"));
        await call.CompleteAsync();

        (await call.ReadAllAsync().ListAsync()).Single().Text().ShouldBe("two");
        await stopping;
        Should.Throw<SocketException>(() =>
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            socket.Connect(IPAddress.Loopback, address.Port);
        }).SocketErrorCode.ShouldBe(SocketError.ConnectionRefused);
    }

    [Fact]
    public async Task An_application_that_may_wait_no_longer_ends_calls_under_way()
    {
        using var application = Application();
        await application.StartAsync();
        using var call = application.Services.GetRequiredService<Channel>().Start(EchoMethods.DuplexStream);
        await call.WriteAsync(Request("one"));
        (await call.MoveNextAsync()).ShouldBeTrue();
        var server = application.Services.GetRequiredService<FathomServer>();

        await server.StopAsync(new CancellationToken(canceled: true));

        (await FailureAsync(async () => await call.MoveNextAsync())).StatusCode.ShouldBe(StatusCode.Unavailable);
        await application.StopAsync();
    }

    private static IHost Application(Action<IServiceCollection>? configure = null)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddFathomService<EchoService>(echo => echo.Definition());
        builder.Services.AddFathomServer();
        builder.Services.AddFathomChannel(ToItself);
        builder.Services.AddFathomChannel("other", ToItself);
        builder.Services.AddFathomClient(channel => new EchoCaller(channel));
        configure?.Invoke(builder.Services);
        return builder.Build();

        static NativeChannelOptions ToItself(IServiceProvider services) =>
            new() { Address = services.GetRequiredService<FathomServer>().Address! };
    }

    private sealed record EchoCaller(Channel Channel);
}
