using Fathom.Mediator;
using Fathom.Mediator.Routing;
using Fathom.TestKit;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>A node as a part of an application, told by its appsettings.json.</summary>
public class ApplicationTests
{
    [Fact]
    public async Task Two_applications_reach_each_other_by_their_settings_alone()
    {
        var port = FreePort.Next();
        using var red = Application("red", $$"""{ "Host": { "Port": {{port}}, "Name": "red" }, "Grpc": { "MaxMessageSize": 100000 } }""");
        using var sender = Application("sender", $$"""{ "Remotes": { "red": { "Host": "localhost", "Port": {{port}} } } }""");
        await red.StartAsync();
        await sender.StartAsync();

        (await sender.Services.GetRequiredService<IMediator>().SendAsync(new Ping("x"u8.ToArray()))).Node.ShouldBe("red");
        (await red.Services.GetRequiredService<IMediator>().SendAsync(new Ping("x"u8.ToArray()))).Node.ShouldBe("red");
        red.Services.GetRequiredService<MediatorNode>().Address!.Port.ShouldBe(port);

        await sender.StopAsync();
        await red.StopAsync();
    }

    [Fact]
    public async Task An_application_with_faults_does_not_start_and_names_them_all()
    {
        using var application = Application("faulty",
            """{ "Host": { "Port": "many" }, "Remotes": { "Red": { "Host": "a b", "Port": 0 } }, "Grpc": { "MaxMessageSize": -1 } }""");

        var failure = await Should.ThrowAsync<OptionsValidationException>(() => application.StartAsync());

        failure.Failures.ShouldBe([
            "Host:Port is 'many': a whole number, digits alone, is accepted.",
            "Grpc:MaxMessageSize is -1: 1 to 2147483586 bytes are accepted.",
            "Remotes:Red:Host is 'a b': a host name or IP address is accepted.",
            "Remotes:Red:Port is 0: 1 to 65535 are accepted.",
        ]);
    }

    private static IHost Application(string name, string settings)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Configuration.AddJsonStream(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(settings)));
        builder.Services.AddSingleton(new Logbook(name));
        builder.Services.AddFathomMediator(builder.Configuration, mediator => mediator.AddHandlersOfFathomFunctionalTests());
        return builder.Build();
    }
}
