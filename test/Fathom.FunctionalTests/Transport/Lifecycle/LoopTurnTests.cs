using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Server;
using Google.Protobuf;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Handlers on the event loop that always have something to do: the other connections of the loop have their turn all the
/// same.</summary>
public sealed class LoopTurnTests
{
    private const int Messages = 10_000;

    // A turn is about 60 messages, and a request waits for a few.
    private const int MostBeforeWitness = 2_000;

    // Larger than what a connection holds back, so that each waits for room; and few enough for the buffers of the system.
    private const int LargeBytes = 150_000;
    private const int LargeMessages = 60;
    private const int MostLargeBeforeWitness = 15;

    [Fact]
    public void A_turn_is_as_long_as_the_page_says()
    {
        var bytes = SecurityPage.Bytes("32 KiB of a handler's messages");
        new HandlerTurn(loop: null).Spend(bytes / 2).ShouldBeFalse();
        new HandlerTurn(loop: null).Spend(bytes).ShouldBeTrue();
    }

    [Theory]
    [InlineData(0, Messages, MostBeforeWitness)]
    [InlineData(LargeBytes, LargeMessages, MostLargeBeforeWitness)]
    public async Task A_client_that_reads_as_fast_as_it_is_sent_to_leaves_others_their_turn(int bytes, int messages, int mostBeforeWitness)
    {
        using var turns = new Turns(mostBeforeWitness);
        var reply = new EchoReply { Payload = ByteString.CopyFrom(new byte[bytes]) };
        var service = new ServiceBuilder(EchoMethods.Service)
            .ServerStreaming(EchoMethods.ServerStream, async (_, replies, _) =>
            {
                for (var i = 0; i < messages; i++)
                {
                    turns.Step();
                    await replies.WriteAsync(reply);
                }
            })
            .Unary(EchoMethods.Unary, (_, _) => turns.Witness());
        await using var host = Start(service);
        using var peer = await ConnectAsync(host.Address, streamWindow: int.MaxValue);
        await turns.ConnectWitnessAsync(host);

        await peer.WindowUpdate(0, 0x7fff_0000 - 65_535).Request(1, ServerStreamPath).Data(1, Message([]), endStream: true).FlushAsync();

        await turns.ExpectWitnessServedAsync();
        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task A_client_that_has_sent_many_small_messages_leaves_others_their_turn()
    {
        using var turns = new Turns(MostBeforeWitness);
        var service = new ServiceBuilder(EchoMethods.Service)
            .ClientStreaming(EchoMethods.ClientStream, async (requests, context) =>
            {
                await foreach (var _ in requests)
                {
                    turns.Step();
                }

                return new EchoReply();
            })
            .Unary(EchoMethods.Unary, (_, _) => turns.Witness());
        await using var host = Start(service);
        using var peer = await ConnectAsync(host.Address);
        await turns.ConnectWitnessAsync(host);

        // 50 kB, which fit in the windows.
        await peer.ServedAsync();
        await peer.Request(1, "/fathom.echo.Echo/ClientStream").Data(1, new byte[Messages * Message([]).Length], endStream: true)
            .FlushAsync();

        await turns.ExpectWitnessServedAsync();
        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
    }

    private static NativeHost Start(ServiceBuilder service) =>
        NativeHost.Start([service.Build()], new NativeHostOptions { Handlers = HandlerScheduling.EventLoop, Loop = new ManualLoop().Loop });

    /// <summary>The handler under test stops at its tenth message, on the host's only loop, until another connection has sent a request:
    /// how far is it when that is served?</summary>
    private sealed class Turns(int mostBeforeWitness) : IDisposable
    {
        private const int StepsBeforeWitness = 10;

        private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _continue = new();
        private RawConnection _witness = null!;
        private int _steps;
        private int _served;

        public void Step()
        {
            if (Interlocked.Increment(ref _steps) == StepsBeforeWitness)
            {
                _stopped.SetResult();
                _continue.Wait();
            }
        }

        public ValueTask<EchoReply> Witness()
        {
            _served = _steps;
            return new(new EchoReply());
        }

        public async Task ConnectWitnessAsync(NativeHost host)
        {
            _witness = await ConnectAsync(host.Address);
            await _witness.ServedAsync();
        }

        public async Task ExpectWitnessServedAsync()
        {
            await _stopped.Task.WaitAsync(TimeSpan.FromSeconds(60));
            await _witness.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
            _continue.Set();
            (await _witness.ResponseAsync(1)).Count.ShouldBe(2);

            _served.ShouldBeInRange(StepsBeforeWitness, mostBeforeWitness);
        }

        public void Dispose()
        {
            _continue.Set();
            _witness?.Dispose();
            _continue.Dispose();
        }
    }
}
