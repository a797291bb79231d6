using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Transport.MessageSizes;

/// <summary>Large messages whose marshaller lends parts of them, and takes what came in memory of its own.</summary>
public abstract class LargeMessageTests(Stack stack)
{
    private const int Largest = 8 << 20;

    private static readonly int AtATime = Thorough.Count(2, 4);

    public enum Content
    {
        Text,
        Random,
    }

    public static TheoryData<string, Content> Ways
    {
        get
        {
            var ways = new TheoryData<string, Content>();
            foreach (var encoding in new[] { "identity" }.Concat(CodecRegistry.All.Select(c => c.Encoding)))
            {
                ways.Add(encoding, Content.Text);
                ways.Add(encoding, Content.Random);
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_is_lent_and_taken_travels_unharmed(string encoding, Content content)
    {
        var (requests, responses) = (new LendingMarshaller(), new LendingMarshaller());
        var unary = new Method<ReadOnlyMemory<byte>,
            ReadOnlyMemory<byte>>(MethodKind.Unary, BytesMethods.Service, "Lent", requests, responses);
        var service = new ServiceBuilder(BytesMethods.Service).Unary(unary, (request, _) => new(request));
        var compression = CodecRegistry.Find(encoding) is { } codec ? MessageCompression.Always(codec) : MessageCompression.None;
        await using var host = await stack.ServeAsync(
            [service.Build()], options: new ServerOptions { MaxReceiveMessageSize = Largest, Compression = compression });
        using var channel = host.Channel(o => o with { MaxReceiveMessageSize = Largest, Compression = compression });

        await Task.WhenAll(Enumerable.Range(0, AtATime).Select(async seed =>
        {
            var message = Message(content, seed, size: (5 << 20) + (1000 * seed));
            (await channel.UnaryAsync(unary, message)).Span.SequenceEqual(message.Span).ShouldBeTrue();
        }));

        // Random bytes are sent as they are, whatever was chosen.
        var packed = encoding != "identity" && content == Content.Text;
        host.Wire.Sent.Compressed.ShouldBe(packed ? AtATime : 0);
        channel.Wire.Sent.Compressed.ShouldBe(packed ? AtATime : 0);
        requests.Lent.ShouldBe(stack.NativeClient ? AtATime : 0);
        responses.Lent.ShouldBe(stack.NativeHost ? AtATime : 0);
        var says = encoding is "gzip" or "lz4";
        requests.Taken.ShouldBe((packed ? says : stack.NativeHost) ? AtATime : 0);
        responses.Taken.ShouldBe((packed ? says : stack.NativeClient) ? AtATime : 0);
    }

    [Fact]
    public async Task Of_several_messages_none_is_lent()
    {
        var marshaller = new LendingMarshaller();
        var duplex = new Method<ReadOnlyMemory<byte>,
            ReadOnlyMemory<byte>>(MethodKind.DuplexStreaming, BytesMethods.Service, "LentDuplex", marshaller, marshaller);
        var service = new ServiceBuilder(BytesMethods.Service).DuplexStreaming(duplex, async (requests, replies, _) =>
        {
            await foreach (var request in requests)
            {
                await replies.WriteAsync(request);
            }
        });
        await using var host = await stack.ServeAsync([service.Build()]);
        using var channel = host.Channel();
        var message = Message(Content.Random, 1, 1 << 20);

        var replies = await channel.DuplexStreamingAsync(duplex, Messages.Stream(message, message)).ListAsync();

        replies.ForEach(r => r.Span.SequenceEqual(message.Span).ShouldBeTrue());
        marshaller.Lent.ShouldBe(0);
    }

    private static ReadOnlyMemory<byte> Message(Content content, int seed, int size)
    {
        var bytes = new byte[size];
        new Random(seed).NextBytes(bytes);
        if (content == Content.Text)
        {
            foreach (ref var b in bytes.AsSpan())
            {
                b &= 0x03;
            }
        }

        return bytes;
    }

    public sealed class OnKestrelByHttpClient() : LargeMessageTests(Stack.Framework);

    public sealed class OnNativeByNative() : LargeMessageTests(Stack.Native);

    public sealed class OnKestrelByNative() : LargeMessageTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : LargeMessageTests(Stack.HttpClientOnNative);
}
