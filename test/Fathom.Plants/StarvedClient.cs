using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>The published client: 500 blocking calls in <c>Parallel.For</c>, 50 at a time, a new channel for each. A starved run sometimes
/// loses a call to a connection that is reset: it counts those and goes on.</summary>
internal static class StarvedClient
{
    public static void Run(string address, int atATime)
    {
        var failed = 0;
        Parallel.For(0, 500, new ParallelOptions { MaxDegreeOfParallelism = atATime }, _ =>
        {
            try
            {
                Call(address);
            }
            catch (RpcException)
            {
                Interlocked.Increment(ref failed);
            }
        });
        Console.WriteLine($"{failed} calls failed");
    }

    private static void Call(string address)
    {
        using var channel = GrpcChannel.ForAddress(address);
        new Echo.EchoClient(channel).UnaryAsync(new EchoRequest { Payload = ByteString.CopyFromUtf8("Hello World!") })
            .GetAwaiter().GetResult();
    }
}
