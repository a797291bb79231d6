using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;
using static Fathom.Tests.Transport.Server.CompressedExchange;

namespace Fathom.Tests.Transport.Server;

/// <summary>Compressed requests: those that are read, and those that are refused.</summary>
public class RequestCompressionTests
{
    [Fact]
    public async Task A_compressed_request_is_read_and_the_client_told_what_else_could_be()
    {
        var exchange = Compressed(CodecRegistry.Gzip, Text);
        var dispatcher = Unary((request, _) => new([(byte)(request.SequenceEqual(Text) ? 1 : 0)]));

        await dispatcher.DispatchAsync(exchange);

        exchange.Messages().ShouldHaveSingleItem().ShouldBe([1]);
        exchange.ResponseHeaders.ShouldContain(h => h.Name == "grpc-accept-encoding" && h.Value.StartsWith("identity,gzip,deflate,br"));
        var received = dispatcher.Wire.Received;
        (received.Messages, received.Compressed, received.PlainBytes).ShouldBe((1, 1, Text.Length));
        received.WireBytes.ShouldBeLessThan(Text.Length / 10);
    }

    [Theory]
    [InlineData("gzip", "Decompression failed: the 3 bytes of a message are not valid gzip.")]
    [InlineData(null, "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    [InlineData("identity", "Compressed flag set on a message of a stream without a grpc-encoding other than identity.")]
    public async Task A_flagged_message_that_cannot_be_decompressed_is_Internal(string? encoding, string detail)
    {
        var exchange = Request(encoding).SendRaw(1, 0, 0, 0, 3, 7, 8, 9).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Internal, detail));
    }

    [Fact]
    public async Task An_encoding_that_was_not_accepted_is_Unimplemented_with_those_that_are()
    {
        var exchange = Compressed(CodecRegistry.Gzip, Text);

        await Unary((request, _) => new(request), new ServerOptions { AcceptedCodecs = [CodecRegistry.Deflate] }).DispatchAsync(exchange);

        exchange.Status().ShouldBe(new Status(StatusCode.Unimplemented,
            "Unsupported grpc-encoding value 'gzip'. Supported encodings: identity,deflate"));
        exchange.ResponseHeaders.ShouldContain(("grpc-accept-encoding", "identity,deflate"));
    }

    [Fact]
    public async Task A_plain_message_under_an_encoding_nobody_knows_is_read()
    {
        var exchange = Request("snappy").Send(1, 2).EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Messages().ShouldHaveSingleItem().ShouldBe([1, 2]);
    }

    [Fact]
    public async Task The_limit_holds_for_the_decompressed_size()
    {
        var options = new ServerOptions { MaxReceiveMessageSize = Text.Length - 1 };
        var exchange = Compressed(CodecRegistry.Gzip, Text);

        await Unary((request, _) => new(request), options).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        exchange.Status().Detail.ShouldStartWith(
            $"Received message larger than max (over {Text.Length - 1} when decompressed vs. {Text.Length - 1};");

        var fitting = Compressed(CodecRegistry.Gzip, Text);
        await Unary((request, _) => new(request), options with { MaxReceiveMessageSize = Text.Length }).DispatchAsync(fitting);
        fitting.Status().ShouldBe(Status.Ok);
    }

    [Fact]
    public async Task A_bomb_costs_no_more_memory_than_the_limit()
    {
        const int Limit = 12 << 20;
        var bomb = GzipBomb.Create();
        bomb.Length.ShouldBeInRange(9_000_000, 11_000_000);
        var dispatcher = Unary((request, _) => new(request), new ServerOptions { MaxReceiveMessageSize = Limit });
        await dispatcher.DispatchAsync(Compressed(CodecRegistry.Gzip, Text));
        var exchange = Flagged(bomb);

        var before = GC.GetAllocatedBytesForCurrentThread();
        var call = dispatcher.DispatchAsync(exchange);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        call.IsCompletedSuccessfully.ShouldBeTrue();
        await call;
        exchange.Status().StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        allocated.ShouldBeLessThan(Limit + 100_000);
    }
}
