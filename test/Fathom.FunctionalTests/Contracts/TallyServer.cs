using Fathom.FunctionalTests.Transport;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>A host of code-first services in this process, and a channel to it.</summary>
internal sealed class TallyServer : IAsyncDisposable
{
    private readonly ServedHost _host;

    private TallyServer(ServedHost host) => (_host, Channel) = (host, host.Channel());

    public Channel Channel { get; }

    public TallyClient Client => new(Channel);

    public static async Task<TallyServer> StartAsync(Stack stack, params ServiceDefinition[] services) =>
        new(await stack.ServeAsync(services));

    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        await _host.DisposeAsync();
    }
}
