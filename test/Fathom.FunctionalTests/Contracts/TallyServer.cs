using Fathom.Subjects.Kestrel;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>A host of code-first services in this process, and a channel to it.</summary>
internal sealed class TallyServer : IAsyncDisposable
{
    private readonly KestrelHost _host;

    private TallyServer(KestrelHost host) =>
        (_host, Channel) = (host, new HttpClientChannel(new ChannelOptions { Address = host.Address }));

    public HttpClientChannel Channel { get; }

    public TallyClient Client => new(Channel);

    public static async Task<TallyServer> StartAsync(params ServiceDefinition[] services) =>
        new(await KestrelHost.StartAsync(services, new KestrelHostOptions()));

    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        await _host.DisposeAsync();
    }
}
