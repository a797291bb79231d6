using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Replies of 1 MiB, one after another, over one channel with its defaults.</summary>
internal static class LargeClient
{
    public static async Task RunAsync(string address)
    {
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Plant.PlantClient(channel);
        for (var i = 0; i < 30; i++)
        {
            await client.CallAsync(new Blob());
        }
    }
}
