using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

public abstract class BackPressureTests(Stack stack)
{
    private const int MessageSize = 16 * 1024;
    private const int MessageCount = 6400;

    // The client's window grows to at most 16 MiB, Kestrel's is under 1 MiB; sockets buffer some megabytes.
    private const long Bound = 32 * 1024 * 1024;

    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(250);

    [Fact]
    public async Task A_server_that_writes_to_a_client_that_does_not_read_stops()
    {
        var written = 0L;
        var service = new ServiceBuilder(BytesMethods.Service).ServerStreaming(BytesMethods.ServerStreaming, async (_, replies, _) =>
        {
            for (var i = 0; i < MessageCount; i++)
            {
                await replies.WriteAsync(new byte[MessageSize]);
                Interlocked.Add(ref written, MessageSize);
            }
        });
        await using var host = await stack.StartAsync([service.Build()]);
        using var channel = host.Channel();
        using var call = channel.Start(BytesMethods.ServerStreaming);

        await call.WriteAsync([]);
        await call.ResponseHeadersAsync();
        await Eventually.HoldsAsync(() => Interlocked.Read(ref written) > 0, "it begins");
        var held = await Eventually.SettlesAsync(() => Interlocked.Read(ref written), Quiet);

        held.ShouldBeInRange(1, Bound);
        await OthersGoOnAsync(channel);
        (await call.ReadAllAsync().ListAsync()).Sum(message => (long)message.Length).ShouldBe((long)MessageCount * MessageSize);
    }

    [Fact]
    public async Task A_client_that_writes_to_a_server_that_does_not_read_stops()
    {
        var written = 0L;
        var read = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(BytesMethods.Service).ClientStreaming(BytesMethods.ClientStreaming, async (requests, _) =>
        {
            await read.Task;
            var total = 0L;
            await foreach (var request in requests)
            {
                total += request.Length;
            }

            return BitConverter.GetBytes(total);
        });
        await using var host = await stack.StartAsync([service.Build()]);
        using var channel = host.Channel();

        var call = channel.ClientStreamingAsync(BytesMethods.ClientStreaming, Requests());
        await Eventually.HoldsAsync(() => Interlocked.Read(ref written) > 0, "it begins");
        var held = await Eventually.SettlesAsync(() => Interlocked.Read(ref written), Quiet);

        held.ShouldBeInRange(1, Bound);
        if (stack.NativeHost)
        {
            // Kestrel gives no credit before half of its window is due, and held here is more than half.
            await OthersGoOnAsync(channel);
        }

        read.SetResult();
        BitConverter.ToInt64(await call).ShouldBe((long)MessageCount * MessageSize);

        async IAsyncEnumerable<byte[]> Requests()
        {
            for (var i = 0; i < MessageCount; i++)
            {
                await Task.Yield();
                yield return new byte[MessageSize];
                Interlocked.Add(ref written, MessageSize);
            }
        }
    }

    // On the same connection, with more than there is room for beside what is held: credit must go on as well.
    private static async Task OthersGoOnAsync(Channel channel)
    {
        for (var i = 0; i < 20; i++)
        {
            (await channel.UnaryAsync(EchoMethods.Unary, Request(64 * 1024), Within(60))).Payload.Length.ShouldBe(64 * 1024);
        }
    }

    public sealed class OnKestrelByHttpClient() : BackPressureTests(Stack.Framework);

    public sealed class OnNativeByNative() : BackPressureTests(Stack.Native);

    public sealed class OnKestrelByNative() : BackPressureTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : BackPressureTests(Stack.HttpClientOnNative);
}
