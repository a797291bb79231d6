using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Doctor.Services;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services;

/// <summary>The process behind an address, which here is that of the tests.</summary>
public sealed class ServerProcessTests : IDisposable
{
    private static readonly TimeSpan Computed = TimeSpan.FromMilliseconds(100);

    private readonly TcpListener _server = new(IPAddress.Loopback, 0);

    public ServerProcessTests() => _server.Start();

    private int Port => ((IPEndPoint)_server.LocalEndpoint).Port;

    public void Dispose() => _server.Dispose();

    [Fact]
    public async Task The_process_that_accepts_is_found_and_its_own_processor_time_is_read()
    {
        Requires.Present(TestPrerequisites.Linux);
        var found = (await ServerProcess.FindAsync(new Uri($"http://127.0.0.1:{Port}"), TestContext.Current.CancellationToken))
            .ShouldNotBeNull();
        found.Processors.ShouldNotBeNull().ShouldBeInRange(1, Environment.ProcessorCount);
        var began = Stopwatch.GetTimestamp();
        found.Begin();
        var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;
        do
        {
            process.Refresh();
        }
        while (process.TotalProcessorTime - before < Computed);

        // The kernel shows it in ticks of 10 ms.
        var used = found.Observe().ShouldNotBeNull();
        var elapsed = Stopwatch.GetElapsedTime(began).TotalMilliseconds;
        used.CpuMs.ShouldBeGreaterThanOrEqualTo(Computed.TotalMilliseconds - 20);
        used.IdleMs.ShouldNotBeNull().ShouldBeInRange(0, elapsed + 20);
        // It is who calls, too.
        used.CallerMs.ShouldBeGreaterThanOrEqualTo(Computed.TotalMilliseconds - 20);
    }

    [Fact]
    public async Task A_server_on_another_machine_is_not_read() =>
        (await ServerProcess.FindAsync(new Uri("http://192.0.2.1:80"), TestContext.Current.CancellationToken)).ShouldBeNull();

    [Fact]
    public void A_process_that_is_not_there_is_not_read() => ServerProcess.Of(int.MaxValue).ShouldBeNull();

    [Fact]
    public async Task What_a_relay_receives_from_elsewhere_shows()
    {
        Requires.Present(TestPrerequisites.Linux);
        using var behind = new TcpListener(IPAddress.Loopback, 0);
        behind.Start();
        using var opened = new TcpClient();
        await opened.ConnectAsync((IPEndPoint)behind.LocalEndpoint, TestContext.Current.CancellationToken);
        using var accepted = await behind.AcceptSocketAsync(TestContext.Current.CancellationToken);
        var relay = ServerProcess.Of(Environment.ProcessId).ShouldNotBeNull();
        var before = relay.BytesFromOthers();
        await accepted.SendAsync(new byte[1000], TestContext.Current.CancellationToken);
        await Eventually.HoldsAsync(() => Task.FromResult(relay.BytesFromOthers() >= before + 1000), "the bytes came");
    }
}
