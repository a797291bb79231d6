using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Calls over TLS; trusts whatever certificate the plant has.</summary>
internal static class TlsClient
{
    private const int CallsOfGroup = 5;

    /// <summary>Calls the service over one channel after another, each for its own connection.</summary>
    public static async Task ThroughAsync(string address, int channels)
    {
        for (var i = 0; i < channels; i++)
        {
            using var handler = HandlerOf(lifetime: null);
            await CallAsync(address, handler, groups: 1, TimeSpan.Zero);
        }
    }

    /// <summary>Calls the service over one channel, in groups with twice a connection's lifetime between them.</summary>
    public static async Task InGroupsAsync(string address, int groups, TimeSpan lifetime)
    {
        using var handler = HandlerOf(lifetime);
        await CallAsync(address, handler, groups, 2 * lifetime);
    }

    private static async Task CallAsync(string address, HttpMessageHandler handler, int groups, TimeSpan pause)
    {
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var client = new Plant.PlantClient(channel);
        for (var group = 0; group < groups; group++)
        {
            for (var call = 0; call < CallsOfGroup; call++)
            {
                await client.CallAsync(new Blob());
            }

            await Task.Delay(pause);
        }
    }

    // Grpc.Net.Client connects by itself where it is given a SocketsHttpHandler, past the proxy of the environment.
    private static HttpMessageHandler HandlerOf(TimeSpan? lifetime)
    {
        if (lifetime is not { } time)
        {
            return new HttpClientHandler { ServerCertificateCustomValidationCallback = (_, certificate, _, _) => certificate is not null };
        }

        var handler = new SocketsHttpHandler { PooledConnectionLifetime = time };
        handler.SslOptions.RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null;
        return handler;
    }
}
