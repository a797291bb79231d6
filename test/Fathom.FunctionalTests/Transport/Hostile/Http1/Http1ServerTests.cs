using System.Text;
using Fathom.FunctionalTests.Interop.Cases;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Http1;

/// <summary>Servers of gRPC-Web over HTTP/1.1, right and wrong.</summary>
public sealed class Http1ServerTests
{
    private const string Web = "HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web+proto\r\n";
    private const string Length = Web + "Content-Length: ";

    // An empty message, and the trailers "grpc-status: 0".
    private const string Done = "\0\0\0\0\0\u0080\0\0\0\u0010grpc-status: 0\r\n";

    [Theory]
    [InlineData(Length + "26\r\n\r\n" + Done, StatusCode.OK, null)]
    [InlineData(Web + "Transfer-Encoding: chunked\r\n\r\n1a\r\n" + Done + "\r\n0\r\n\r\n", StatusCode.OK, null)]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n" + Length + "26\r\n\r\n" + Done, StatusCode.OK, null)]
    [InlineData(Web + "\r\n" + Done, StatusCode.OK, null)]
    [InlineData(Web + "grpc-status: 5\r\ngrpc-message: none%20there\r\nContent-Length: 0\r\n\r\n", StatusCode.NotFound, "none there")]
    [InlineData(Length + "21\r\n\r\n\u0080\0\0\0\u0010grpc-status: 7\r\n", StatusCode.PermissionDenied, null)]
    [InlineData("HTTP/1.1 401 No\r\nServer: gate\r\nContent-Length: 0\r\n\r\n", StatusCode.Unauthenticated, "401")]
    [InlineData("HTTP/1.1 404 None\r\nContent-Length: 4\r\n\r\nnone", StatusCode.Unimplemented, "404")]
    [InlineData("HTTP/1.1 503 Full\r\nServer: envoy\r\nConnection: close\r\n\r\n", StatusCode.Unavailable, "(server: envoy)")]
    [InlineData("HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n", StatusCode.Unavailable, "429")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi", StatusCode.Unknown, "text/html")]
    [InlineData(Length + "0\r\n\r\n", StatusCode.Unknown, "grpc-status")]
    [InlineData(Length + "99\r\n\r\n" + Done, StatusCode.Unavailable, "RFC 9112 section 8")]
    [InlineData("SSH-2.0-OpenSSH\r\n", StatusCode.Unavailable, "RFC 9112 section 4")]
    [InlineData("\0\0\u0012\u0004\0\0\0\0\0", StatusCode.Unavailable, "RFC 9112 section 8")]
    [InlineData(Length + "1\r\nTransfer-Encoding: chunked\r\n\r\n", StatusCode.Unavailable, "RFC 9112 section 6.3")]
    [InlineData("", StatusCode.Unavailable, "RFC 9112 section 8")]
    public async Task A_reply_is_the_status_that_the_specifications_say(string reply, StatusCode expected, string? detail)
    {
        using var server = new Http1Server(_ => Encoding.Latin1.GetBytes(reply), closes: true);
        using var channel = server.Channel();

        var status = await CallAsync(channel);

        status.StatusCode.ShouldBe(expected, status.Detail);
        (status.Detail ?? "").ShouldContain(detail ?? "");
    }

    [Fact]
    public async Task A_head_without_end_and_replies_that_were_not_asked_for_end_their_connection()
    {
        var head = Web + string.Concat(Enumerable.Repeat("a: b\r\n", 20_000));
        using var endless = new Http1Server(_ => Encoding.Latin1.GetBytes(head), closes: false);
        using var channel = endless.Channel();
        var status = await CallAsync(channel);
        status.StatusCode.ShouldBe(StatusCode.Unavailable);
        status.Detail.ShouldNotBeNull().ShouldContain("a head of more than 65,536 bytes");

        const string Reply = Length + "26\r\n\r\n" + Done;
        using var twice = new Http1Server(_ => Encoding.Latin1.GetBytes(Reply + Reply), closes: false);
        using var other = twice.Channel();
        (await CallAsync(other)).StatusCode.ShouldBe(StatusCode.OK);
        (await CallAsync(other)).StatusCode.ShouldBe(StatusCode.OK);
        twice.Connections.ShouldBe(2);
    }

    [Fact]
    public async Task Calls_in_turn_share_a_connection_and_calls_at_once_have_one_each()
    {
        var gate = new TaskCompletionSource();
        using var server = new Http1Server(number =>
        {
            if (number > 3)
            {
                gate.Task.Wait(TimeSpan.FromMinutes(2)).ShouldBeTrue();
            }

            return Encoding.Latin1.GetBytes(Length + "26\r\n\r\n" + Done);
        }, closes: false);
        using var channel = server.Channel();
        for (var i = 0; i < 3; i++)
        {
            (await CallAsync(channel)).StatusCode.ShouldBe(StatusCode.OK);
        }

        server.Connections.ShouldBe(1);
        var calls = Enumerable.Range(0, 4).Select(_ => CallAsync(channel)).ToList();
        await Fathom.TestKit.Eventually.HoldsAsync(() => server.Connections == 4, "each call has a connection");
        gate.SetResult();
        (await Task.WhenAll(calls)).Select(s => s.StatusCode).Distinct().ShouldBe([StatusCode.OK]);
        channel.ConnectionsOpened.ShouldBe(4);
    }

    private static async Task<Status> CallAsync(NativeChannel channel)
    {
        try
        {
            await channel.UnaryAsync(InteropService.EmptyCall, new Empty(), Within(60));
            return Status.Ok;
        }
        catch (RpcException e)
        {
            return e.Status;
        }
    }
}
