using Grpc.Net.Client;

namespace Fathom.Plants.Streams;

/// <summary>Awaited calls, 400 at a time, over one channel whose handler of its own opens no second connection.</summary>
internal static class QueuedClient
{
    public static async Task RunAsync(string address)
    {
        // The plant: the default of a SocketsHttpHandler that a program makes itself, unlike that of GrpcChannel's.
        using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = false };
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var client = new Plant.PlantClient(channel);
        await Parallel.ForAsync(0, 4_000, new ParallelOptions { MaxDegreeOfParallelism = 400 },
            async (_, cancellation) => await client.CallAsync(new Blob(), cancellationToken: cancellation));
    }
}
