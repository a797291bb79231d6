using System.Diagnostics;
using System.Globalization;
using Grpc.Core;
using Grpc.Net.Client;

namespace Fathom.Bench.Load;

/// <summary>Load by Grpc.Net.Client, in a process of its own: so many callers that each await one call after another. Messages are bytes,
/// so that none is encoded.</summary>
internal static class NetClientLoad
{
    private static readonly Marshaller<byte[]> Bytes = new(bytes => bytes, bytes => bytes);

    /// <summary>Runs the shape and prints how long its calls took, in seconds.</summary>
    public static async Task RunAsync(string address, LoadShape load)
    {
        var message = load.Encoded;
        var channels = Enumerable.Range(0, load.Connections).Select(_ => GrpcChannel.ForAddress(address, new GrpcChannelOptions
        {
            MaxReceiveMessageSize = null, MaxSendMessageSize = null,
        })).ToList();
        await RoundAsync(load.WarmUpCalls);
        var began = Stopwatch.GetTimestamp();
        await RoundAsync(load.Calls);
        Console.WriteLine(Stopwatch.GetElapsedTime(began).TotalSeconds.ToString(CultureInfo.InvariantCulture));

        Task RoundAsync(int calls)
        {
            var left = calls;
            return Task.WhenAll(Enumerable.Range(0, load.Streams).Select(caller => Task.Run(async () =>
            {
                var invoker = channels[caller % channels.Count].CreateCallInvoker();
                while (Interlocked.Decrement(ref left) >= 0)
                {
                    var replies = await CallAsync(invoker, load, message);
                    if (replies != load.Replies)
                    {
                        throw new InvalidOperationException($"{load.Name}: a call had {replies} replies.");
                    }
                }
            })));
        }
    }

    private static async Task<int> CallAsync(CallInvoker invoker, LoadShape load, byte[] message)
    {
        Method<byte[], byte[]> Of(MethodType type) => new(type, "fathom.echo.Echo", load.Method, Bytes, Bytes);
        switch (load.Method)
        {
            case "Unary":
                await invoker.AsyncUnaryCall(Of(MethodType.Unary), null, default, message);
                return 1;
            case "ClientStream":
                using (var call = invoker.AsyncClientStreamingCall(Of(MethodType.ClientStreaming), null, default))
                {
                    await SendAsync(call.RequestStream, load, message);
                    await call;
                    return 1;
                }

            case "ServerStream":
                using (var call = invoker.AsyncServerStreamingCall(Of(MethodType.ServerStreaming), null, default, message))
                {
                    return await CountAsync(call.ResponseStream);
                }

            default:
                using (var call = invoker.AsyncDuplexStreamingCall(Of(MethodType.DuplexStreaming), null, default))
                {
                    var sending = SendAsync(call.RequestStream, load, message);
                    var replies = await CountAsync(call.ResponseStream);
                    await sending;
                    return replies;
                }
        }
    }

    private static async Task SendAsync(IClientStreamWriter<byte[]> requests, LoadShape load, byte[] message)
    {
        for (var i = 0; i < load.Requests; i++)
        {
            await requests.WriteAsync(message);
        }

        await requests.CompleteAsync();
    }

    private static async Task<int> CountAsync(IAsyncStreamReader<byte[]> replies)
    {
        var count = 0;
        while (await replies.MoveNext(CancellationToken.None))
        {
            count++;
        }

        return count;
    }
}
