using Fathom.TestKit.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

/// <summary>Calls that are answered, and services that are put together.</summary>
public class GrpcDispatcherTests
{
    [Fact]
    public async Task A_unary_call_whose_request_is_there_is_answered_without_waiting()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send(1, 2).EndRequest();

        var call = Unary((request, _) => new([.. request, 3])).DispatchAsync(exchange);

        call.IsCompletedSuccessfully.ShouldBeTrue();
        await call;
        exchange.StatusCode.ShouldBe(200);
        exchange.ResponseHeaders.ShouldBe([("content-type", "application/grpc")]);
        exchange.Trailers.ShouldBe([("grpc-status", "0")]);
        exchange.Messages().ShouldHaveSingleItem().ShouldBe([1, 2, 3]);
    }

    [Fact]
    public async Task A_request_that_comes_byte_by_byte_is_put_together()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary);
        var call = Unary((request, _) => new(request)).DispatchAsync(exchange);

        foreach (var octet in new byte[] { 0, 0, 0, 0, 2, 8, 9 })
        {
            call.IsCompleted.ShouldBeFalse();
            exchange.SendRaw(octet);
        }

        exchange.EndRequest();
        await call;
        exchange.Messages().ShouldHaveSingleItem().ShouldBe([8, 9]);
    }

    [Fact]
    public async Task Request_metadata_is_seen_and_response_headers_go_first()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("x-text", "a"), ("x-raw-bin", "AQI,Aw")).Send().EndRequest();

        await Unary(async (_, context) =>
        {
            context.RequestHeaders.Select(entry => entry.ToString()).ShouldBe(["x-text: a", "x-raw-bin: AQI", "x-raw-bin: Aw"]);
            context.Peer.ShouldBe("ipv4:127.0.0.1:1");
            Metadata headers = [];
            headers.Add("x-first", "1");
            await context.WriteResponseHeadersAsync(headers);
            await Should.ThrowAsync<InvalidOperationException>(async () => await context.WriteResponseHeadersAsync(headers));
            return [];
        }).DispatchAsync(exchange);

        exchange.ResponseHeaders.ShouldBe([("content-type", "application/grpc"), ("x-first", "1")]);
        exchange.Trailers.ShouldBe([("grpc-status", "0")]);
    }

    [Fact]
    public async Task A_stream_of_requests_and_of_responses_keeps_its_order()
    {
        var exchange = MemoryExchange.For(BytesMethods.DuplexStreaming).Send(1).Send(2).Send().EndRequest();

        await Dispatcher(new ServiceBuilder(BytesMethods.Service)
            .DuplexStreaming(BytesMethods.DuplexStreaming, async (requests, replies, _) =>
        {
            await foreach (var request in requests)
            {
                await replies.WriteAsync([.. request, 9]);
            }
        })).DispatchAsync(exchange);

        exchange.Messages().Select(Convert.ToHexString).ShouldBe(["0109", "0209", "09"]);
        exchange.Status().ShouldBe(Status.Ok);
    }

    [Fact]
    public void A_method_that_does_not_belong_is_refused_when_the_service_is_put_together()
    {
        var builder = new ServiceBuilder("test.Other");
        Should.Throw<ArgumentException>(() => builder.Unary(BytesMethods.Unary, (request, _) => new(request)))
            .Message.ShouldContain("/test.Bytes/Unary does not belong to service 'test.Other'");

        var own = new ServiceBuilder(BytesMethods.Service).Unary(BytesMethods.Unary, (request, _) => new(request));
        Should.Throw<ArgumentException>(() => own.Unary(BytesMethods.Unary, (request, _) => new(request))).Message.ShouldContain("already");
        Should.Throw<ArgumentException>(() => own.Unary(BytesMethods.ClientStreaming, (request, _) => new(request))).Message.ShouldContain(
            "ClientStreaming");
    }
}
