using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>Adaptive compression: what it decides and reports.</summary>
public abstract class AdaptiveCompressionTests(Stack stack)
{
    [Fact]
    public async Task Adaptive_compression_decides_for_each_method_and_says_so()
    {
        var adaptive = MessageCompression.Adaptive(CodecRegistry.Gzip, 9);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = adaptive });
        using var channel = host.Channel(o => o with { Compression = adaptive });
        var noise = new byte[300_000];
        new Random(3).NextBytes(noise);
        var request = new EchoRequest { Payload = Google.Protobuf.ByteString.CopyFrom(noise) };

        for (var i = 0; i < 10; i++)
        {
            (await channel.UnaryAsync(EchoMethods.Unary, request)).Payload.ShouldBe(request.Payload);
        }

        foreach (var decisions in new[] { channel.CompressionReports, host.CompressionReports })
        {
            var decision = decisions.ShouldHaveSingleItem();
            (decision.Method, decision.Compression, decision.IsStream, decision.IsCompressing)
                .ShouldBe(("/fathom.echo.Echo/Unary", adaptive, false, false));
            (decision.Messages, decision.Compressed).ShouldBe((10, 0));
            decision.Ratio!.Value.ShouldBeGreaterThanOrEqualTo(1);
        }

        channel.Wire.Sent.Compressed.ShouldBe(0);
        channel.Wire.Sent.Time.ShouldBeGreaterThan(TimeSpan.Zero, "sampling is accounted");
    }

    [Fact]
    public async Task The_rate_of_a_connection_is_known_once_something_was_sent()
    {
        Requires.Present(TestPrerequisites.Linux);
        var adaptive = MessageCompression.Adaptive(CodecRegistry.Gzip);
        await using var host = await stack.StartAsync(options: new ServerOptions { Compression = adaptive });
        using var channel = host.Channel(o => o with { Compression = adaptive });

        for (var i = 0; i < 5; i++)
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request(200_000));
        }

        channel.CompressionReports.Single().Link!.Value.BytesPerSecond.ShouldBeGreaterThan(0);
        host.CompressionReports.Single().Link!.Value.BytesPerSecond.ShouldBeGreaterThan(0);
    }

    public sealed class OnKestrelByHttpClient() : AdaptiveCompressionTests(Stack.Framework);

    public sealed class OnNativeByNative() : AdaptiveCompressionTests(Stack.Native);

    public sealed class OnKestrelByNative() : AdaptiveCompressionTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : AdaptiveCompressionTests(Stack.HttpClientOnNative);
}
