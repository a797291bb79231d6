using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Requests of random bytes, compressed.</summary>
internal static class GzipClient
{
    private const int Bytes = 1 << 20;

    public static async Task RunAsync(string address)
    {
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Echo.EchoClient(channel);
        var payload = new byte[Bytes];
        new Random(1).NextBytes(payload);
        var request = new EchoRequest { Payload = ByteString.CopyFrom(payload) };
        var compressed = new Metadata { { "grpc-internal-encoding-request", "gzip" } };
        for (var i = 0; i < 40; i++)
        {
            await client.UnaryAsync(request, compressed);
        }
    }
}
