using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Server;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>The last response of a host that stops, to clients that read slowly: how long its sockets stay, by a clock that the test
/// moves.</summary>
public sealed class SlowReaderTests
{
    private const int ResponseBytes = 1_000_000;

    // Small enough for the kernel's buffers: the host has sent all of it, and the client has read nothing.
    private const int FewBytes = 20_000;

    private static readonly TimeSpan Grace = TimeSpan.FromMinutes(10);
    private static readonly int Clients = Thorough.Count(32, 128);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_response_that_a_client_reads_slowly_arrives_to_its_end(bool tls)
    {
        await using var served = await StartAsync(tls, Clients);
        var stopping = await StopAsync(served);

        await Task.WhenAll(served.Readers.Select(reader => reader.ReadAsync(ResponseBytes - FewBytes)));
        await served.SentAsync(Clients / 4);
        await served.Loop.AdvanceAsync(TimeSpan.FromSeconds(2.5));

        // The window is credited, as readers do: a socket that is closed by then answers with a reset.
        var read = await Task.WhenAll(served.Readers.Select(async reader =>
        {
            await reader.CreditAsync();
            return await reader.ReadAsync();
        }));

        read.ShouldAllBe(response => response.IsComplete && response.Data > ResponseBytes);
        served.Readers.ForEach(reader => reader.Dispose());
        await stopping;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_client_that_pauses_for_more_than_a_second_after_the_end_receives_the_rest(bool tls)
    {
        await using var served = await StartAsync(tls, 1, FewBytes);
        var stopping = await StopAsync(served);
        await served.SentAsync(1);

        await served.Loop.AdvanceAsync(TimeSpan.FromSeconds(4.5));
        var reader = served.Readers.ShouldHaveSingleItem();
        await reader.CreditAsync();
        var read = await reader.ReadAsync();

        read.IsComplete.ShouldBeTrue($"{read.Data} bytes arrived");
        read.Data.ShouldBeGreaterThan(FewBytes);
        reader.Dispose();
        await stopping;
    }

    [Fact]
    public async Task A_client_that_never_reads_holds_its_connection_for_six_seconds()
    {
        await using var served = await StartAsync(tls: false, 1, FewBytes);
        var stopping = await StopAsync(served);
        await served.SentAsync(1);

        await served.Loop.AdvanceAsync(TimeSpan.FromSeconds(5.5));
        served.Host.ConnectionCount.ShouldBe(1);

        // Its kernel fills its buffer after the host's first looks at times, and each that finds less untaken begins the time anew.
        for (var second = 0; second < 8 && served.Host.ConnectionCount > 0; second++)
        {
            await served.Loop.AdvanceAsync(TimeSpan.FromSeconds(1));
        }

        served.Host.ConnectionCount.ShouldBe(0);
        await stopping;
    }

    private static async Task<ServedReaders> StartAsync(bool tls, int clients, int bytes = ResponseBytes)
    {
        var entered = 0;
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (_, _) =>
        {
            // Of unlike lengths, so that last records end at unlike places of the send buffer: only of one that ends beyond it can the rest
            // be cut off.
            var more = 1024 * Interlocked.Increment(ref entered);
            return new(new EchoReply { Payload = ByteString.CopyFrom(new byte[bytes + more]) });
        });
        var certificate = tls ? EphemeralCertificate.Create() : null;
        Requires.Present(TestPrerequisites.Linux);
        var loop = new ManualLoop();
        var host = NativeHost.Start([service.Build()], new NativeHostOptions
        {
            Loop = loop.Loop,
            Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
            MaxBufferedBytes = 1 << 30,
        });
        var readers = await Task.WhenAll(Enumerable.Range(0, clients).Select(_ => SlowReader.RequestAsync(host.Address, certificate)));
        await Eventually.HoldsAsync(() => Volatile.Read(ref entered) == clients, "every handler has returned");
        return new ServedReaders(loop, host, [.. readers], certificate);
    }

    private static async Task<Task> StopAsync(ServedReaders served)
    {
        var stopping = served.Host.StopAsync(Grace);
        await Task.WhenAll(served.Readers.Select(reader => reader.AcknowledgeShutdownAsync()));
        return stopping;
    }

    private sealed record ServedReaders(ManualLoop Loop, NativeHost Host, List<SlowReader> Readers, IDisposable? Certificate)
        : IAsyncDisposable
    {
        /// <summary>Waits until the host has given all of so many responses to the kernel.</summary>
        public Task SentAsync(int count) => Eventually.HoldsAsync(
            () => KernelSockets.FinWait1(Host.Address.Port) >= count, "the host has sent all");

        public async ValueTask DisposeAsync()
        {
            Readers.ForEach(reader => reader.Dispose());
            await Host.DisposeAsync();
            Certificate?.Dispose();
        }
    }
}
