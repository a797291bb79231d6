using Fathom.Mediator;
using Fathom.Mediator.Routing;
using Fathom.TestKit;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Applications on this machine whose nodes have folders of certificates of their own.</summary>
internal sealed class ConfiguredApplications : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    /// <summary>The log of all of them.</summary>
    public LineLogger Log { get; } = new();

    public string PathOf(string name) => _temporary.PathOf(name);

    /// <summary>Settings of a node that listens on a port and founds a network.</summary>
    public string Red(int port) =>
        $$"""
        { "Host": { "Port": {{port}}, "Name": "red" },
            "Certificates": { "Folder": "{{_temporary.PathOf("red")}}", "Found": true } }
        """;

    /// <summary>Settings of a node that listens on a port and joins a network.</summary>
    public string Member(int port) =>
        $$"""
        { "Host": { "Port": {{port}}, "Name": "blue" }, "Certificates": { "Folder": "{{_temporary.PathOf("blue")}}" } }
        """;

    /// <summary>Settings of a node with a remote on that port.</summary>
    public string Sender(int port) =>
        $$"""
        { "Remotes": { "Red": { "Host": "localhost", "Port": {{port}} } },
            "Certificates": { "Folder": "{{_temporary.PathOf("sender")}}", "Name": "sender" } }
        """;

    /// <summary>An application with these settings, as JSON, and with these values in its environment.</summary>
    public IHost Create(string name, string settings, params (string Key, string Value)[] environment)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Configuration.AddJsonStream(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(settings)));
        builder.Configuration.AddInMemoryCollection(environment.Select(e => KeyValuePair.Create(e.Key, (string?)e.Value)));
        builder.Services.AddSingleton<ILoggerFactory>(Log);
        builder.Services.AddSingleton(new Logbook(name));
        builder.Services.AddFathomMediator(builder.Configuration, mediator => mediator.AddHandlersOfFathomFunctionalTests());
        return builder.Build();
    }

    /// <summary>Sends a request from an application to its remote.</summary>
    public static async Task<Pong> PingAsync(IHost application) => await application.Services.GetRequiredService<IMediator>()
        .SendAsync(new Ping("x"u8.ToArray()), Patience.Context());

    public void Dispose() => _temporary.Dispose();
}
