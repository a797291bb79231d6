using System.Buffers;
using System.Collections.Concurrent;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Transport.Codecs;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Compression;

/// <summary>Compressed requests whose handlers run on the event loop: what takes long to decompress does not hold up the loop.</summary>
public sealed class LoopDecompressionTests
{
    private const int Witnesses = 9;
    private const int MaxOnLoop = 32 * 1024;

    [Fact]
    public async Task Others_on_the_loop_are_served_while_a_large_message_is_decompressed()
    {
        using var codec = new StoppedCodec();
        await using var host = Start(codec, out _);
        List<RawConnection> witnesses = [];
        for (var i = 0; i < Witnesses; i++)
        {
            witnesses.Add(await ConnectAsync(host.Address));
            await witnesses[i].ServedAsync();
        }

        using var peer = await ConnectAsync(host.Address);
        await SendAsync(peer, codec, new byte[MaxOnLoop + 1]);
        await codec.Started.WaitAsync(TimeSpan.FromSeconds(60));
        foreach (var witness in witnesses)
        {
            await witness.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
            (await witness.ResponseAsync(1)).Count.ShouldBe(2);
            witness.Dispose();
        }

        codec.WasGivenUp.ShouldBeFalse("the witness waited for the decompression");
        codec.Continue();
        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("br")]
    public async Task A_few_bytes_that_are_megabytes_are_decompressed_on_the_pool_and_handled_on_the_loop(string encoding)
    {
        var codec = new RecordingCodec(CodecRegistry.Find(encoding)!);
        await using var host = Start(codec, out var handledOnPool);
        using var peer = await ConnectAsync(host.Address);
        const int Size = 1 << 20;
        byte[] message = [0x0a, .. Varint(Size), .. new byte[Size]];
        var packed = new ArrayBufferWriter<byte>();
        codec.Compress(new ReadOnlySequence<byte>(message), packed, codec.Levels.Best);
        packed.WrittenCount.ShouldBeLessThan(MaxOnLoop);

        await SendAsync(peer, codec, packed.WrittenSpan.ToArray());

        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
        handledOnPool.ShouldHaveSingleItem().ShouldBeFalse("the handler belongs on the loop");
        codec.Decompressions.ShouldContain((true, DecompressOutcome.Done, MessageLimit));
        codec.Decompressions.ShouldAllBe(done => done.OnPool || done.MaxSize <= MaxOnLoop);
    }

    private const int MessageLimit = 4 << 20;

    private static NativeHost Start(Codec codec, out ConcurrentQueue<bool> handledOnPool)
    {
        ConcurrentQueue<bool> handled = handledOnPool = [];
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (_, _) =>
        {
            handled.Enqueue(Thread.CurrentThread.IsThreadPoolThread);
            return new(new EchoReply());
        });
        return NativeHost.Start([service.Build()], new NativeHostOptions
        {
            Handlers = HandlerScheduling.EventLoop,
            Server = new ServerOptions { AcceptedCodecs = [codec], MaxReceiveMessageSize = MessageLimit },
        });
    }

    private static async Task SendAsync(RawConnection peer, Codec codec, byte[] packed)
    {
        var message = Message(packed);
        message[0] = 1;
        await peer.Request(1, UnaryPath, more: [("grpc-encoding", codec.Encoding)]).Data(1, message, endStream: true).FlushAsync();
    }

    /// <summary>Decompresses to nothing, when it is let.</summary>
    private sealed class StoppedCodec : Codec, IDisposable
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

        private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _continue = new();
        private volatile bool _wasGivenUp;

        public override string Encoding => "stopped";

        public override CodecLevels Levels => new(1, 1, 1);

        public Task Started => _started.Task;

        public bool WasGivenUp => _wasGivenUp;

        public void Continue() => _continue.Set();

        public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level) =>
            throw new NotSupportedException();

        public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
        {
            _started.SetResult();
            _wasGivenUp = !_continue.Wait(Patience);
            return DecompressOutcome.Done;
        }

        public void Dispose() => _continue.Dispose();
    }

    /// <summary>Another codec, whose decompressions are noted.</summary>
    private sealed class RecordingCodec(Codec inner) : Codec
    {
        public ConcurrentQueue<(bool OnPool, DecompressOutcome Outcome, int MaxSize)> Decompressions { get; } = [];

        public override string Encoding => inner.Encoding;

        public override CodecLevels Levels => inner.Levels;

        public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level) =>
            inner.Compress(plain, output, level);

        public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize)
        {
            var outcome = inner.Decompress(compressed, output, maxSize);
            Decompressions.Enqueue((Thread.CurrentThread.IsThreadPoolThread, outcome, maxSize));
            return outcome;
        }
    }
}
