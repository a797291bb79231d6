using System.Text;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Http1;

/// <summary>Replies over HTTP/1.1, which has no flow control for one call, to a client that does not read them.</summary>
public sealed class UnreadReplyTests
{
    private const int Mebibyte = 1 << 20;

    // What the windows of the client and the buffers of both systems take besides.
    private const int ElsewhereMebibytes = 32;

    private static readonly BytesMarshaller Bytes = new();
    private static readonly Method<byte[], byte[]> Watch = new(MethodKind.ServerStreaming, "a.B", "Watch", Bytes, Bytes);
    private static readonly Method<byte[], byte[]> Get = new(MethodKind.Unary, "a.B", "Get", Bytes, Bytes);

    private static int Most => (int)(SecurityPage.Bytes("64 MiB of each response of `GrpcWebHttp1`") / Mebibyte);

    [Fact]
    public async Task A_reply_that_is_not_read_ends_its_call_at_the_limit_and_others_are_served()
    {
        using var server = Start(Most + ElsewhereMebibytes);
        using var channel = server.Channel();
        using var unread = await WatchAsync(channel, server);

        for (var calls = 0; server.Refused == 0 || calls < 10; calls++)
        {
            (await channel.UnaryAsync(Get, [], Within(60))).ShouldBeEmpty();
        }

        var failure = await FailureAsync(() => CountAsync(unread));
        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldNotBeNull().ShouldContain($"the server sent more than {Most} MiB that were not read");
    }

    [Fact]
    public async Task A_reply_within_the_limit_is_read_whole_when_its_reader_comes()
    {
        using var server = Start(Most);
        using var channel = server.Channel();
        using var late = await WatchAsync(channel, server);
        await Eventually.HoldsAsync(() => server.Sent == 1, "the server has sent it");

        (await CountAsync(late)).ShouldBe(Most);
    }

    // The first request is answered with messages of a mebibyte, and every other with an empty one.
    private static Http1Server Start(int mebibytes)
    {
        const string Head = "HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web+proto\r\nContent-Length: ";
        byte[] end = [0x80, 0, 0, 0, 16, .. "grpc-status: 0\r\n"u8];
        byte[] message = [0, 0, Mebibyte >> 16, 0, 0, .. new byte[Mebibyte]];
        byte[] body = [.. Enumerable.Repeat(message, mebibytes).SelectMany(m => m), .. end];
        return new Http1Server(number => number == 1
            ? [.. Encoding.ASCII.GetBytes($"{Head}{body.Length}\r\n\r\n"), .. body]
            : [.. Encoding.ASCII.GetBytes($"{Head}{end.Length + 5}\r\n\r\n"), .. new byte[5], .. end], closes: false);
    }

    // Returns when the server has the request: it is the first there, whatever is called next on a connection of its own.
    private static async Task<Call<byte[], byte[]>> WatchAsync(NativeChannel channel, Http1Server server)
    {
        var call = channel.Start(Watch, Within(120));
        await call.WriteAsync([]);
        await call.CompleteAsync();
        await Eventually.HoldsAsync(() => server.Requests == 1, "the server has the request");
        return call;
    }

    private static async Task<int> CountAsync(Call<byte[], byte[]> call)
    {
        var count = 0;
        for (; await call.MoveNextAsync(); count++)
        {
            call.Current.Length.ShouldBe(Mebibyte);
        }

        return count;
    }
}
