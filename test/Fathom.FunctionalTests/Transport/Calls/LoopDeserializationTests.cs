using System.Buffers;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Large requests whose handlers run on the event loop: what takes long to deserialize does not hold up the loop.</summary>
public sealed class LoopDeserializationTests
{
    // One for each event loop that there can be, and one more.
    private const int Witnesses = 9;
    private const int LargeBytes = 300_000;

    [Fact]
    public async Task Others_on_the_loop_are_served_while_a_large_message_is_deserialized()
    {
        using var marshaller = new StoppedMarshaller();
        var method = new Method<byte[], byte[]>(MethodKind.Unary, "fathom.echo.Echo", "Unary", marshaller, marshaller);
        var handledOnPool = true;
        var service = new ServiceBuilder(method.Service).Unary(method, (_, _) =>
        {
            handledOnPool = Thread.CurrentThread.IsThreadPoolThread;
            return new(Array.Empty<byte>());
        });
        await using var host = NativeHost.Start([service.Build()], new NativeHostOptions { Handlers = HandlerScheduling.EventLoop });
        List<RawConnection> witnesses = [];
        for (var i = 0; i < Witnesses; i++)
        {
            witnesses.Add(await ConnectAsync(host.Address));
            await witnesses[i].ServedAsync();
        }

        using var peer = await ConnectAsync(host.Address);
        await peer.Request(1, UnaryPath).FlushAsync();
        await new WindowedSender(peer).SendAsync(1, Message(new byte[LargeBytes]));
        await peer.Data(1, [], endStream: true).FlushAsync();
        await marshaller.Started.WaitAsync(TimeSpan.FromSeconds(60));
        foreach (var witness in witnesses)
        {
            await witness.Request(1, UnaryPath).Data(1, Message([]), endStream: true).FlushAsync();
            (await witness.ResponseAsync(1)).Count.ShouldBe(2);
            witness.Dispose();
        }

        marshaller.WasGivenUp.ShouldBeFalse("a witness waited for the message");
        handledOnPool = true;
        marshaller.Continue();
        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
        handledOnPool.ShouldBeFalse("the handler belongs on the loop");
    }

    /// <summary>Deserializes a large message when it is let.</summary>
    private sealed class StoppedMarshaller : Marshaller<byte[]>, IDisposable
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

        private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _continue = new();
        private volatile bool _wasGivenUp;

        public Task Started => _started.Task;

        public bool WasGivenUp => _wasGivenUp;

        public void Continue() => _continue.Set();

        public override int GetSize(byte[] value) => value.Length;

        public override void Serialize(byte[] value, IBufferWriter<byte> output) => output.Write(value);

        public override byte[] Deserialize(in ReadOnlySequence<byte> bytes)
        {
            if (bytes.Length >= LargeBytes)
            {
                _started.SetResult();
                _wasGivenUp = !_continue.Wait(Patience);
            }

            return bytes.ToArray();
        }

        public void Dispose() => _continue.Dispose();
    }
}
