using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gzip and deflate between us and grpcio, both ways, with single messages that opt out.</summary>
public abstract class GrpcioCompressionTests(Stack stack)
{
    private static readonly byte[] Message = [.. Enumerable.Repeat("all work and no play "u8.ToArray(), 500).SelectMany(b => b)];
    private static readonly string[] Algorithms = ["none", "gzip", "deflate"];

    [Fact]
    public async Task Grpcio_sends_and_reads_what_our_host_reads_and_sends()
    {
        var grpcio = await FindAsync();
        await using var host = await stack.StartAsync([Service()]);

        await using var client = ChildProcess.Start(grpcio.Program, ForeignGrpc.FileOf("compression_client.py"), host.Address.Authority);
        await client.ExitAsync(TimeSpan.FromMinutes(2));

        client.Lines.ShouldBe(Algorithms.SelectMany(
            sent => Algorithms.SelectMany(replied => new[] { $"PASS unary {sent} {replied}", $"PASS duplex {sent} {replied}" })),
                client.Errors);
        // Of three times three combinations two thirds are compressed in each direction; of the replies in streams every second one is not.
        (host.Wire.Received.Messages, host.Wire.Received.Compressed).ShouldBe((9 * 4, 6 * 4));
        (host.Wire.Sent.Messages, host.Wire.Sent.Compressed).ShouldBe((9 * 7, 6 * 4));
    }

    [Fact]
    [Peer(PeerAttribute.Python)]
    [Shows(ShowsAttribute.Compression)]
    public async Task Grpcio_reads_and_sends_what_our_client_sends_and_reads()
    {
        var grpcio = await FindAsync();
        await using var server = ChildProcess.Start(grpcio.Program, ForeignGrpc.FileOf("compression_server.py"));
        await Eventually.HoldsAsync(() => server.Lines.Count > 0 || server.HasExited, "the server says where it listens");
        server.Lines.ShouldNotBeEmpty(server.Errors);

        foreach (var sent in Algorithms)
        {
            foreach (var replied in Algorithms)
            {
                using var channel = stack.Channel(new ChannelOptions
                {
                    Address = new Uri($"http://127.0.0.1:{server.Lines[0].Split(' ')[1]}"),
                    Compression = Compression(sent),
                });
                var options = Within(30).WithHeaders(Metadata(("x-reply", replied)));

                (await channel.UnaryAsync(BytesMethods.Unary, Message, options)).ShouldBe(Message);
                (await channel.DuplexStreamingAsync(BytesMethods.DuplexStreaming, Stream(Message, Message), options).ListAsync())
                    .ShouldAllBe(reply => reply.SequenceEqual(Message));

                (channel.Wire.Sent.Messages, channel.Wire.Sent.Compressed).ShouldBe((3, sent == "none" ? 0 : 3));
                (channel.Wire.Received.Messages, channel.Wire.Received.Compressed)
                    .ShouldBe((5, replied == "none" ? 0 : 3), $"{sent} {replied}");
            }
        }
    }

    private static async Task<ForeignGrpc> FindAsync()
    {
        var grpcio = await Grpcio.FindAsync();
        Assert.SkipWhen(grpcio.Missing is not null, grpcio.Missing ?? "");
        return grpcio;
    }

    private static MessageCompression Compression(string name) =>
        name == "none" ? MessageCompression.None : MessageCompression.Always(CodecRegistry.Find(name)!);

    private static ServiceDefinition Service() => new ServiceBuilder(BytesMethods.Service)
        .Unary(BytesMethods.Unary, (request, context) =>
        {
            context.ResponseCompression = Compression(context.RequestHeaders.GetValue("x-reply")!);
            return new(request);
        })
        .DuplexStreaming(BytesMethods.DuplexStreaming, async (requests, replies, context) =>
        {
            context.ResponseCompression = Compression(context.RequestHeaders.GetValue("x-reply")!);
            await foreach (var request in requests)
            {
                await replies.WriteAsync(request);
                await replies.WriteAsync(request, WriteFlags.NoCompress);
            }
        })
        .Build();

    public sealed class Framework() : GrpcioCompressionTests(Stack.Framework);

    public sealed class Native() : GrpcioCompressionTests(Stack.Native);
}
