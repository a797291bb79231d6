using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Transport.Server;
using Google.Protobuf;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Handlers on the event loop that always have something to do: the other connections of the loop have their turn all the
/// same.</summary>
public sealed class LoopTurnTests
{
    private const int Messages = 100_000;

    // Of a call of its own, on each loop there can be.
    private const int Witnesses = 9;

    // A turn is about 60 messages, and a request waits for a few.
    private const int MostBeforeWitness = 2_000;

    // Larger than what a connection holds back, so that each waits for room; and few enough for the buffers of the system.
    private const int LargeBytes = 150_000;
    private const int LargeMessages = 60;
    private const int MostLargeBeforeWitness = 15;

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
        await turns.ConnectWitnessesAsync(host);

        await peer.WindowUpdate(0, 0x7fff_0000 - 65_535).Request(1, ServerStreamPath).Data(1, Message([]), endStream: true).FlushAsync();

        await turns.ExpectWitnessesServedAsync();
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
        await turns.ConnectWitnessesAsync(host);

        // 500 kB, which fit in the windows once the host has announced them.
        await peer.ServedAsync();
        await peer.Request(1, "/fathom.echo.Echo/ClientStream").Data(1, new byte[Messages * Message([]).Length], endStream: true)
            .FlushAsync();

        await turns.ExpectWitnessesServedAsync();
        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
    }

    private static NativeHost Start(ServiceBuilder service) =>
        NativeHost.Start([service.Build()], new NativeHostOptions { Handlers = HandlerScheduling.EventLoop });

    /// <summary>The handler under test stops at its tenth message, on its loop, until witnesses on every loop have sent a request: each
    /// notes how far the handler is when it is served.</summary>
    private sealed class Turns(int mostBeforeWitness) : IDisposable
    {
        private const int StepsBeforeWitnesses = 10;

        private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _continue = new();
        private readonly List<RawConnection> _witnesses = [];
        private int _steps;
        private int _mostSteps;
        private int _loop;

        public void Step()
        {
            _loop = Environment.CurrentManagedThreadId;
            if (Interlocked.Increment(ref _steps) == StepsBeforeWitnesses)
            {
                _stopped.SetResult();
                _continue.Wait();
            }
        }

        public ValueTask<EchoReply> Witness()
        {
            // Those on other loops are served beside the handler, whenever the system runs them.
            if (Environment.CurrentManagedThreadId == _loop)
            {
                _mostSteps = Math.Max(_mostSteps, _steps);
            }

            return new(new EchoReply());
        }

        public async Task ConnectWitnessesAsync(NativeHost host)
        {
            for (var i = 0; i < Witnesses; i++)
            {
                _witnesses.Add(await ConnectAsync(host.Address));
                await _witnesses[i].ServedAsync();
            }
        }

        public async Task ExpectWitnessesServedAsync()
        {
            await _stopped.Task.WaitAsync(TimeSpan.FromSeconds(60));
            foreach (var witness in _witnesses)
            {
                await witness.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
            }

            _continue.Set();
            foreach (var witness in _witnesses)
            {
                (await witness.ResponseAsync(1)).Count.ShouldBe(2);
            }

            _mostSteps.ShouldBeInRange(StepsBeforeWitnesses, mostBeforeWitness);
        }

        public void Dispose()
        {
            _continue.Set();
            _witnesses.ForEach(witness => witness.Dispose());
            _continue.Dispose();
        }
    }
}
