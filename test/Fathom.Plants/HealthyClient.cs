using System.Diagnostics;
using System.Globalization;
using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Awaited calls, 20 at a time, over one channel. Prints how long the second half took, when all is compiled.</summary>
internal static class HealthyClient
{
    private static readonly ParallelOptions AtATime = new() { MaxDegreeOfParallelism = 20 };

    public static async Task RunAsync(string address, int calls)
    {
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Echo.EchoClient(channel);
        var request = new EchoRequest { Payload = ByteString.CopyFromUtf8("Hello World!") };
        await CallAsync();
        var began = Stopwatch.GetTimestamp();
        await CallAsync();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"took {Stopwatch.GetElapsedTime(began).TotalMilliseconds:0.0} ms"));

        Task CallAsync() => Parallel.ForAsync(0, calls / 2, AtATime,
            async (_, cancellation) => await client.UnaryAsync(request, cancellationToken: cancellation));
    }
}
