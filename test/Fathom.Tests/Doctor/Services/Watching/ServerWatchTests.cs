using System.Net;
using System.Net.Sockets;
using Fathom.Doctor.Services.Watching;
using Fathom.Machines.Kernel;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>What is seen of a process while calls are served: here that of the tests, which asks something behind it.</summary>
public sealed class ServerWatchTests
{
    private const int Looks = 40;
    private const int Answer = 100_000;
    private static readonly WatchPlan Twice = new(TimeSpan.FromMilliseconds(1), 2, TimeSpan.Zero);

    [Fact]
    public async Task Whose_answer_is_awaited_is_seen_with_what_comes_from_there()
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        using var behind = await ConnectionBehind.OpenAsync(cancellation);
        var watch = new ServerWatch([Environment.ProcessId], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            await behind.Opened.WriteAsync(new byte[1], cancellation);
            var before = watch.Looks;
            await Eventually.HoldsAsync(() => watch.Looks >= before + Looks, "it is looked at while the answer is awaited");
            await behind.Accepted.SendAsync(new byte[Answer], cancellation);
            await behind.Opened.ReadExactlyAsync(new byte[Answer], cancellation);
        }, Twice, cancellation);
        var peer = Of(seen, behind.End, isDatagram: false);
        peer.AwaitedShare.ShouldBeInRange(0.5, 1);
        (peer.ConnectingShare, peer.Connections, peer.Opened, peer.Place.IsHere).ShouldBe((0, 1, 0, true));
        peer.ReceivedBytes.ShouldBe(Answer);
        peer.RoundTrips.ShouldBe(1);
        seen.Counted.Reads.ShouldNotBeNull();
        seen.TookMs.ShouldBePositive();
    }

    [Fact]
    public async Task So_it_is_on_a_connection_that_is_opened_for_it_and_ends_with_it()
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        using var behind = new TcpListener(IPAddress.Loopback, 0);
        behind.Start();
        var end = (IPEndPoint)behind.LocalEndpoint;
        var watch = new ServerWatch([Environment.ProcessId], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            using var opened = new TcpClient();
            await opened.ConnectAsync(end, cancellation);
            await opened.GetStream().WriteAsync(new byte[1], cancellation);
            using var accepted = await behind.AcceptSocketAsync(cancellation);
            var before = watch.Looks;
            await Eventually.HoldsAsync(() => watch.Looks >= before + Looks, "it is looked at while the answer is awaited");
        }, Twice, cancellation);
        var peer = Of(seen, end, isDatagram: false);
        peer.AwaitedShare.ShouldBeInRange(0.5, 1);
        peer.Opened.ShouldBe(1);
        ServerActivityText.Clause(seen with { Peers = [peer] }).ShouldContain("of the time, and opens one connection to it for each call");
    }

    [Fact]
    public async Task How_often_it_asks_is_counted()
    {
        Requires.Present(TestPrerequisites.Linux);
        const int asked = 30;
        var cancellation = TestContext.Current.CancellationToken;
        using var behind = await ConnectionBehind.OpenAsync(cancellation);
        var watch = new ServerWatch([Environment.ProcessId], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            for (var i = 0; i < asked; i++)
            {
                await behind.Opened.WriteAsync(new byte[1], cancellation);
                await behind.Accepted.ReceiveAsync(new byte[1], cancellation);
                await behind.Accepted.SendAsync(new byte[1], cancellation);
                await behind.Opened.ReadExactlyAsync(new byte[1], cancellation);
            }
        }, Twice, cancellation);
        Of(seen, behind.End, isDatagram: false).RoundTrips.ShouldBe(asked);
    }

    [Fact]
    public async Task How_often_it_reads_a_file_is_counted()
    {
        Requires.Present(TestPrerequisites.Linux);
        const int reads = 50_000;
        using var zeros = new FileStream("/dev/zero", FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        var seen = await new ServerWatch([Environment.ProcessId], []).WatchAsync(1, () =>
        {
            for (var i = 0; i < reads; i++)
            {
                zeros.ReadByte();
            }

            return Task.CompletedTask;
        }, Twice, TestContext.Current.CancellationToken);
        // The watch reads files itself, and so do tests that run beside this one.
        seen.Counted.Reads!.Value.Count.ShouldBeInRange(reads, 2 * reads);
    }

    [Fact]
    public async Task A_question_by_udp_is_seen_until_it_is_given_up()
    {
        Requires.Present(TestPrerequisites.Linux);
        using var silent = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var end = (IPEndPoint)silent.Client.LocalEndPoint!;
        var watch = new ServerWatch([Environment.ProcessId], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            using var asking = new UdpClient();
            asking.Connect(end);
            var before = watch.Looks;
            await Eventually.HoldsAsync(() => watch.Looks >= before + Looks, "it is looked at meanwhile");
        }, Twice, TestContext.Current.CancellationToken);
        Of(seen, end, isDatagram: true).AwaitedShare.ShouldBeInRange(0.5, 1);
    }

    [Fact]
    public async Task A_connection_that_nobody_accepts_is_seen_on_its_way()
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        // Linux keeps one connection more than the backlog, and drops the SYN of others.
        using var full = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        var end = (IPEndPoint)full.LocalEndPoint!;
        using var first = new TcpClient();
        await first.ConnectAsync(end, cancellation);
        var watch = new ServerWatch([Environment.ProcessId], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            using var second = new TcpClient();
            using var given = new CancellationTokenSource();
            var connecting = second.ConnectAsync(end, given.Token).AsTask();
            var before = watch.Looks;
            await Eventually.HoldsAsync(() => watch.Looks >= before + Looks, "it is looked at meanwhile");
            await given.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(connecting);
        }, Twice, cancellation);
        Of(seen, end, isDatagram: false).ConnectingShare.ShouldBeInRange(0.5, 1);
        seen.Counted.DroppedConnections.ShouldBeGreaterThanOrEqualTo(1);
    }

    [Theory]
    [InlineData(KernelWait.FileLock, "fcntl.flock(file, fcntl.LOCK_EX); fcntl.flock(file, fcntl.LOCK_UN)")]
    [InlineData(KernelWait.Sleep, "time.sleep(0.3)")]
    [InlineData(KernelWait.Child, "subprocess.run(['sleep', '1'])")] // To start it takes long beside other tests.
    [InlineData(KernelWait.Events, "select.poll().poll(300)")]
    [InlineData(KernelWait.Pipe, "threading.Timer(0.3, os.read, (into, 4096)).start(); os.write(out, bytes(4096))")]
    public async Task What_a_thread_waits_for_in_the_kernel_is_seen(KernelWait wait, string statement)
    {
        Requires.Present(TestPrerequisites.Linux, TestPrerequisites.Python3);
        var file = Path.GetTempFileName();
        await using var server = ChildProcess.Start("python3", "-c", $"""
            import fcntl, os, select, subprocess, sys, threading, time
            file = open(sys.argv[1])
            (into, out) = os.pipe()
            os.write(out, bytes(65536))
            print('ready', flush=True)
            for line in sys.stdin:
                {statement}
                print('served', flush=True)
            """, file);
        await Eventually.HoldsAsync(() => server.Lines.Count == 1, "it serves");
        var watch = new ServerWatch([server.Id], []);
        var seen = await watch.WatchAsync(1, async () =>
        {
            var served = server.Lines.Count;
            // Locked by flock(2) until it is disposed: who locks it as well waits.
            using (new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
            {
                await server.WriteLineAsync("call");
                var before = watch.Looks;
                await Eventually.HoldsAsync(() => watch.Looks >= before + Looks, "it is looked at meanwhile");
            }

            await Eventually.HoldsAsync(() => server.Lines.Count > served, "the call is served");
        }, Twice, TestContext.Current.CancellationToken);
        File.Delete(file);
        seen.Waits[0].For.ShouldBe(wait);
        seen.Waits[0].Share.ShouldBeInRange(0.5, 1);
    }

    private static PeerActivity Of(ServerActivity seen, IPEndPoint end, bool isDatagram) =>
        seen.Peers.Single(a => a.Place.Port == end.Port && a.Place.IsDatagram == isDatagram);
}
