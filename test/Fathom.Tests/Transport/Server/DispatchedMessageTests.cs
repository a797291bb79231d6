using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

/// <summary>Messages that are too many, too large, broken or cut off.</summary>
public class DispatchedMessageTests
{
    [Theory]
    [InlineData(0, "none")]
    [InlineData(2, "more than one")]
    public async Task Not_exactly_one_request_where_there_must_be_one_is_Unimplemented(int messages, string found)
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary);
        for (var i = 0; i < messages; i++)
        {
            exchange.Send(1);
        }

        await Unary((request, _) => new(request)).DispatchAsync(exchange.EndRequest());

        exchange.Status().ShouldBe(new Status(
            StatusCode.Unimplemented, $"The method has exactly one request message, the client sent {found}."));
    }

    [Fact]
    public async Task A_request_over_the_limit_is_refused_on_its_prefix()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).SendRaw(0, 0, 0, 0, 101);

        await Unary((request, _) => new(request), new ServerOptions { MaxReceiveMessageSize = 100 }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (101 vs. 100)"));
    }

    [Fact]
    public async Task A_response_over_the_limit_is_refused_before_a_byte_of_it_is_sent()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => new(new byte[11]), new ServerOptions { MaxSendMessageSize = 10 }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.ResourceExhausted, "Sent message larger than max (11 vs. 10)"));
        exchange.IsTrailersOnly().ShouldBeTrue();
    }

    [Fact]
    public async Task A_response_that_breaks_off_while_it_is_written_resets_the_stream()
    {
        var method = new Method<byte[], byte[]>(
            MethodKind.Unary, BytesMethods.Service, "Broken", new BytesMarshaller(), new BreakingMarshaller());
        var exchange = MemoryExchange.For(method).Send().EndRequest();

        await Dispatcher(new ServiceBuilder(BytesMethods.Service).Unary(method, (request, _) => new(request))).DispatchAsync(exchange);

        exchange.ResetWith.ShouldBe((uint)Http2ErrorCode.InternalError);
        exchange.Trailers.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_request_that_is_no_message_is_Internal()
    {
        var method = new Method<byte[], byte[]>(
            MethodKind.Unary, BytesMethods.Service, "Broken", new BreakingMarshaller(), new BytesMarshaller());
        var exchange = MemoryExchange.For(method).Send(1, 2).EndRequest();

        await Dispatcher(new ServiceBuilder(BytesMethods.Service).Unary(method, (request, _) => new(request))).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Internal, "The 2 bytes of a message are no Byte[]: unreadable"));
    }

    [Fact]
    public async Task A_request_that_ends_within_a_message_is_Internal()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).SendRaw(0, 0, 0, 0, 5, 1).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.Internal);
    }

    [Fact]
    public async Task A_compressed_request_of_an_encoding_nobody_knows_is_Unimplemented_and_told_what_is_known()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-encoding", "snappy")).SendRaw(1, 0, 0, 0, 0).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.Unimplemented);
        exchange.ResponseHeaders.ShouldContain(h => h.Name == "grpc-accept-encoding"
            && h.Value.StartsWith("identity,gzip,deflate", StringComparison.Ordinal));
    }
}
