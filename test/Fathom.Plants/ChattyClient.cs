using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Fifty calls one after another, none of which needs the reply of the one before.</summary>
internal static class ChattyClient
{
    public static async Task RunAsync(string address)
    {
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Echo.EchoClient(channel);
        for (var i = 0; i < 50; i++)
        {
            await client.UnaryAsync(new EchoRequest { Payload = ByteString.CopyFromUtf8($"item {i}") });
        }
    }
}
