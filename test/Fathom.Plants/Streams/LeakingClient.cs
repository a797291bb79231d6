using Grpc.Core;
using Grpc.Net.Client;

namespace Fathom.Plants.Streams;

/// <summary>Takes the first message of a stream that goes on, and makes a call; again and again. Gives up after some calls that nothing
/// answers.</summary>
internal static class LeakingClient
{
    private const int MostFailures = 12;

    private static readonly List<AsyncServerStreamingCall<Blob>> Forgotten = [];

    public static async Task RunAsync(string address)
    {
        using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = false };
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var client = new Plant.PlantClient(channel);
        for (var failures = 0; failures < MostFailures;)
        {
            try
            {
                // The plant: neither read to its end nor disposed. A field keeps it from the collector, as callers' own do.
                var watch = client.Stream(new Blob());
                Forgotten.Add(watch);
                await watch.ResponseStream.MoveNext(new CancellationTokenSource(TimeSpan.FromMilliseconds(500)).Token);
                await client.CallAsync(new Blob(), deadline: TimeProvider.System.GetUtcNow().UtcDateTime.AddMilliseconds(500));
            }
            catch (RpcException e) when (e.StatusCode is StatusCode.DeadlineExceeded or StatusCode.Cancelled)
            {
                failures++;
            }
        }
    }
}
