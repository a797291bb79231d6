using System.Diagnostics;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>The last response of a host that stops, to clients that read slowly.</summary>
public sealed class SlowReaderTests
{
    private const int Clients = 128;
    private const int ResponseBytes = 1_000_000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_response_that_a_client_reads_slowly_arrives_to_its_end(bool tls)
    {
        await using var served = await StartAsync(tls, Clients);
        var stopping = await StopAsync(served, TimeSpan.FromSeconds(60));

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
        // Small enough for the kernel's buffers: the host has sent all of it, and the client has read nothing.
        const int Bytes = 20_000;
        await using var served = await StartAsync(tls, 1, Bytes);
        var stopping = await StopAsync(served, TimeSpan.FromSeconds(60));

        var pause = Stopwatch.StartNew();
        await Eventually.HoldsAsync(
            () => pause.Elapsed > TimeSpan.FromSeconds(2.5) || served.Host.ConnectionCount == 0, "the pause is over");
        var reader = served.Readers.ShouldHaveSingleItem();
        await reader.CreditAsync();
        var read = await reader.ReadAsync();

        read.IsComplete.ShouldBeTrue($"{read.Data} bytes arrived");
        read.Data.ShouldBeGreaterThan(Bytes);
        reader.Dispose();
        await stopping;
    }

    [Fact]
    public async Task A_client_that_never_reads_holds_its_connection_for_a_few_seconds()
    {
        await using var served = await StartAsync(tls: false, 1, 20_000);
        var began = Stopwatch.StartNew();

        await await StopAsync(served, TimeSpan.FromMinutes(2));

        began.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(60), "the grace is two minutes, and the connection must not need it");
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
        var host = NativeHost.Start([service.Build()], new NativeHostOptions
        {
            Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
            MaxBufferedBytes = 1 << 30,
        });
        var readers = await Task.WhenAll(Enumerable.Range(0, clients).Select(_ => SlowReader.RequestAsync(host.Address, certificate)));
        await Eventually.HoldsAsync(() => Volatile.Read(ref entered) == clients, "every handler has returned");
        return new ServedReaders(host, [.. readers], certificate);
    }

    private static async Task<Task> StopAsync(ServedReaders served, TimeSpan grace)
    {
        var stopping = served.Host.StopAsync(grace);
        await Task.WhenAll(served.Readers.Select(reader => reader.AcknowledgeShutdownAsync()));
        return stopping;
    }

    private sealed record ServedReaders(NativeHost Host, List<SlowReader> Readers, IDisposable? Certificate) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            Readers.ForEach(reader => reader.Dispose());
            await Host.DisposeAsync();
            Certificate?.Dispose();
        }
    }
}
