using System.Buffers;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

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
    public async Task Anything_but_POST_is_405()
    {
        var exchange = new MemoryExchange(BytesMethods.Unary.FullPath) { Method = "GET" };

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.StatusCode.ShouldBe(405);
        exchange.ResponseHeaders.ShouldBe([("allow", "POST")]);
    }

    [Fact]
    public async Task A_content_type_that_is_not_gRPC_is_415()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("content-type", "application/grpc-web"));

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.StatusCode.ShouldBe(415);
        exchange.ResponseHeaders.ShouldNotContain(header => header.Name == "grpc-status");
    }

    [Theory]
    [InlineData("/test.Bytes/Nothing", "Service 'test.Bytes' has no method 'Nothing'.")]
    [InlineData("/test.Nobody/Unary", "Service 'test.Nobody' is not served here.")]
    [InlineData("/", "Service '/' is not served here.")]
    [InlineData("", "Service '' is not served here.")]
    public async Task A_method_nobody_serves_is_Unimplemented_in_trailers_only(string path, string detail)
    {
        var exchange = new MemoryExchange(path);

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unimplemented, detail));
        exchange.IsTrailersOnly().ShouldBeTrue();
    }

    [Fact]
    public async Task A_status_the_handler_throws_is_sent_with_its_trailers()
    {
        Metadata trailers = [];
        trailers.Add("why", "because");
        trailers.Add("raw-bin", [0xff]);
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => throw new RpcException(new Status(StatusCode.NotFound, "no such thing: 100%"), trailers))
            .DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.NotFound, "no such thing: 100%"));
        exchange.ResponseHeaders.ShouldContain(("why", "because"));
        exchange.ResponseHeaders.ShouldContain(("raw-bin", "/w"));
        exchange.IsTrailersOnly().ShouldBeTrue();
    }

    [Theory]
    [InlineData(false, "Exception was thrown by handler.")]
    [InlineData(true, "Exception was thrown by handler. InvalidOperationException: secret")]
    public async Task Anything_else_a_handler_throws_is_Unknown_and_logged_and_sent_to_the_client_only_if_asked(
        bool detailed, string detail)
    {
        var log = new LineLogger();
        var options = new ServerOptions { EnableDetailedErrors = detailed, LoggerFactory = log };
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => throw new InvalidOperationException("secret"), options).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unknown, detail));
        log.Lines.ShouldBe(["Error: /test.Bytes/Unary failed"]);
        log.Exceptions.Single().Message.ShouldBe("secret");
    }

    [Fact]
    public async Task A_logger_that_throws_does_not_change_the_status_of_a_call()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => throw new InvalidOperationException("secret"), new ServerOptions { LoggerFactory = new FailingLogger() })
            .DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unknown, "Exception was thrown by handler."));
    }

    [Fact]
    public async Task A_status_the_handler_sets_replaces_the_response()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send(1).EndRequest();

        await Unary((request, context) =>
        {
            context.Status = new Status(StatusCode.FailedPrecondition, "not yet");
            context.ResponseTrailers.Add("when", "later");
            return new(request);
        }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.FailedPrecondition, "not yet"));
        exchange.ResponseHeaders.ShouldContain(("when", "later"));
        exchange.Messages().ShouldBeEmpty();
    }

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

        exchange.ResetWith.ShouldBe(Http2ErrorCodes.InternalError);
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

    private sealed class BreakingMarshaller : Marshaller<byte[]>
    {
        public override int GetSize(byte[] value) => 10;

        public override void Serialize(byte[] value, IBufferWriter<byte> output) => throw new InvalidOperationException("half-way");

        public override byte[] Deserialize(in ReadOnlySequence<byte> bytes) => throw new FormatException("unreadable");
    }

    private sealed class FailingLogger : ILoggerFactory, ILogger
    {
        public ILogger CreateLogger(string categoryName) => this;

        public void AddProvider(ILoggerProvider provider) => throw new IOException("The disk is full.");

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => throw new IOException("The disk is full.");

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            throw new IOException("The disk is full.");

        public void Dispose()
        {
        }
    }
}
