using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

/// <summary>The status of a call whose handler throws, or sets one.</summary>
public class HandlerStatusTests
{
    [Fact]
    public async Task A_path_is_quoted_in_part()
    {
        var exchange = new MemoryExchange("/" + new string('a', 1000) + "/Method").Send().EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().Detail.Count(c => c == 'a').ShouldBeInRange(SecurityPage.Number("200 characters of a path") - 10,
            SecurityPage.Number("200 characters of a path"));
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
    public async Task A_handler_that_gives_null_is_told_so()
    {
        var log = new LineLogger();
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => new((byte[])null!), new ServerOptions { LoggerFactory = log }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unknown, "The handler gave null instead of a message."));
        log.Lines.ShouldBe(["Error: /test.Bytes/Unary failed"]);
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

    [Fact]
    public async Task A_malformed_deadline_is_quoted_printable_and_short()
    {
        var most = SecurityPage.Number("32 of a malformed deadline");
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "\u202e" + new string('a', 100))).Send(1).EndRequest();

        await Unary((_, _) => throw new InvalidOperationException("called")).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.Internal);
        exchange.Status().Detail.ShouldStartWith($"grpc-timeout '?{new string('a', most - 1)}...' is malformed");
    }

    [Fact]
    public async Task A_message_of_a_status_is_as_long_as_the_options_allow()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary).Send().EndRequest();

        await Unary((_, _) => throw new RpcException(new Status(StatusCode.NotFound, new string('a', 100))),
            new ServerOptions { MaxStatusMessageBytes = 20 }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.NotFound, new string('a', 17) + "..."));
    }

    [Theory]
    [InlineData(StatusCode.OK, StatusCode.ResourceExhausted)]
    [InlineData(StatusCode.NotFound, StatusCode.NotFound)]
    public async Task Metadata_that_the_client_does_not_accept_is_left_out_and_the_status_says_so(StatusCode set, StatusCode sent)
    {
        var exchange = new MemoryExchange(BytesMethods.Unary.FullPath) { AcceptedHeaderListSize = 1000 }.Send(1).EndRequest();

        await Unary((request, context) =>
        {
            context.Status = new Status(set);
            context.ResponseTrailers.Add("long", new string('a', 1000));
            return new(request);
        }).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(sent);
        exchange.Status().Detail.ShouldContain("accepts header lists of 1000 bytes, and 1036 bytes of metadata are left out");
        exchange.ResponseHeaders.Concat(exchange.Trailers).ShouldNotContain(header => header.Name == "long");
    }

    [Fact]
    public async Task Response_headers_that_the_client_does_not_accept_are_ResourceExhausted()
    {
        var exchange = new MemoryExchange(BytesMethods.Unary.FullPath) { AcceptedHeaderListSize = 1000 }.Send(1).EndRequest();

        await Unary(async (request, context) =>
        {
            await context.WriteResponseHeadersAsync(new Metadata { { "long", new string('a', 1000) } });
            return request;
        }).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        exchange.IsTrailersOnly().ShouldBeTrue();
    }
}
