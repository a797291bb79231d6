using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Compression.CompressionSamples;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>Messages travel compressed by every codec, and both sides count and log them.</summary>
public abstract class CompressionTests(Stack stack)
{
    public static TheoryData<string> Encodings => [.. CodecRegistry.All.Select(c => c.Encoding)];

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task Requests_and_responses_of_every_kind_travel_compressed_by_every_codec(string encoding)
    {
        var compression = MessageCompression.Always(CodecRegistry.Find(encoding)!);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = compression });
        using var channel = host.Channel(o => o with { Compression = compression });
        var request = Request(50_000);
        var several = new EchoRequest { Payload = request.Payload, Repeat = 3 };

        (await channel.UnaryAsync(EchoMethods.Unary, request)).Payload.ShouldBe(request.Payload);
        channel.Unary(EchoMethods.Unary, request).Payload.ShouldBe(request.Payload);
        (await channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(request, request))).Payload.ShouldBe(request.Payload);
        (await channel.ServerStreamingAsync(EchoMethods.ServerStream, several).ListAsync()).ShouldAllBe(r => r.Payload == request.Payload);
        (await channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Stream(request, request)).ListAsync())
            .ShouldAllBe(r => r.Payload == request.Payload);

        var wire = channel.Wire;
        (wire.Sent.Messages, wire.Sent.Compressed, wire.Received.Messages, wire.Received.Compressed).ShouldBe((7, 7, 8, 8));
        wire.Sent.PlainBytes.ShouldBeInRange(7 * 50_000, 7 * 50_100);
        wire.Sent.WireBytes.ShouldBeLessThan(wire.Sent.PlainBytes / 2);
        wire.Received.WireBytes.ShouldBeLessThan(wire.Received.PlainBytes / 2);
        wire.Sent.Time.ShouldBeGreaterThan(TimeSpan.Zero);
        (host.Wire.Received with { Time = default }).ShouldBe(wire.Sent with { Time = default });
        (host.Wire.Sent with { Time = default }).ShouldBe(wire.Received with { Time = default });
    }

    [Fact]
    public async Task Without_a_choice_nothing_is_compressed_and_everything_counted()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        await channel.UnaryAsync(EchoMethods.Unary, Request(10_000));

        channel.Wire.ShouldBe(new WireTotals(new WireCount(1, 0, 10_003, 10_003, default), new WireCount(1, 0, 10_006, 10_006, default)));
        host.Wire.ShouldBe(new WireTotals(channel.Wire.Received, channel.Wire.Sent));
        channel.CompressionReports.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_channel_and_a_host_write_the_published_line_to_their_loggers()
    {
        var (ofHost, ofClient) = (new LineLogger(), new LineLogger());
        await using var host = await stack.StartAsync(options: new ServerOptions { LoggerFactory = ofHost });
        using var channel = host.Channel(o => o with { LoggerFactory = ofClient, Compression = Gzip });

        await channel.UnaryAsync(EchoMethods.Unary, Request(50_000));

        var wire = channel.Wire.Sent.WireBytes;
        ofClient.Lines.ShouldHaveSingleItem().ShouldBe(
            FormattableString.Invariant($"Debug: Compressed[gzip] 50004 bytes vs. {wire} bytes ({100 - (wire / 500.04):0.00}% savings)"));
        ofHost.Lines.ShouldHaveSingleItem().ShouldBe($"Debug: Decompressed[gzip] {wire} bytes vs. 50004 bytes");
    }

    public sealed class OnKestrelByHttpClient() : CompressionTests(Stack.Framework);

    public sealed class OnNativeByNative() : CompressionTests(Stack.Native);

    public sealed class OnKestrelByNative() : CompressionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CompressionTests(Stack.HttpClientOnNative);
}
