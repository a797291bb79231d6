using System.Net;
using System.Net.Sockets;
using Fathom.FunctionalTests.Load;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>Names with several addresses (RFC 8305): one that is dead or refuses does not keep calls from the others.</summary>
public class HappyEyeballsTests
{
    private static readonly IPAddress Dead = IPAddress.Parse("127.0.0.2");

    [Fact]
    public async Task An_address_that_does_not_answer_is_passed_by_after_250_ms()
    {
        Linux();
        await using var host = await Stack.Native.StartAsync();
        using var dead = new DeadAddress(host.Address.Port);
        var loop = new ManualLoop();
        await using var channel = new NativeChannel(Options(host.Address.Port, Dead, IPAddress.Loopback) with { Loop = loop.Loop });

        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        await Eventually.HoldsAsync(() => dead.Attempts > 0, "the dead address was tried");
        await loop.AdvanceAsync(TimeSpan.FromMilliseconds(200));
        channel.ConnectionsOpened.ShouldBe(0);
        await loop.AdvanceAsync(TimeSpan.FromMilliseconds(100));

        (await call.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken)).Payload.ToStringUtf8().ShouldBe("x");
    }

    [Fact]
    public async Task An_address_that_refuses_is_passed_by_at_once()
    {
        await using var host = await Stack.Native.StartAsync();
        var loop = new ManualLoop();
        await using var channel = new NativeChannel(
            Options(host.Address.Port, IPAddress.Parse("127.0.0.3"), IPAddress.Loopback) with { Loop = loop.Loop });

        // The loop's clock stands.
        (await channel.UnaryAsync(EchoMethods.Unary, Request("x")).WaitAsync(TimeSpan.FromSeconds(30),
            TestContext.Current.CancellationToken)).Payload.ToStringUtf8().ShouldBe("x");
    }

    [Fact]
    public async Task Load_passes_a_dead_address_by_too()
    {
        Linux();
        await using var host = await Stack.Native.StartAsync();
        using var dead = new DeadAddress(host.Address.Port);

        var run = await LoadRuns.RunAsync(
            LoadRuns.Echo(host.Address) with { Server = Options(host.Address.Port, Dead, IPAddress.Loopback) }, LoadRuns.Calls(100));

        run.Outcomes().ShouldBe(new() { ["OK"] = 100 });
    }

    [Fact]
    public async Task Where_no_address_answers_in_time_the_failures_so_far_are_said()
    {
        Linux();
        var port = FreePort.Next();
        using var dead = new DeadAddress(port);
        await using var channel = new NativeChannel(
            Options(port, Dead, IPAddress.Loopback) with { ConnectTimeout = TimeSpan.FromMilliseconds(600) });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldContain(
            "no connection within 0.6 s (TimedOut); Connection refused (ConnectionRefused)");
    }

    private static void Linux() =>
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs Linux, where all of 127.0.0.0/8 is this machine");

    private static NativeChannelOptions Options(int port, params IPAddress[] addresses) =>
        new() { Address = new Uri($"http://several.test:{port}"), Resolve = _ => addresses };

    /// <summary>A port whose queue of connections is full: the kernel drops what asks for more, as a dead machine does.</summary>
    private sealed class DeadAddress : IDisposable
    {
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly List<Socket> _queued = [];
        private readonly int _port;
        private readonly int _before;

        public DeadAddress(int port)
        {
            _port = port;
            _listener.Bind(new IPEndPoint(Dead, port));
            _listener.Listen(1);
            for (var i = 0; i < 8; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
                _queued.Add(socket);
                try
                {
                    socket.Connect(Dead, port);
                }
                catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
                {
                    // The queue is full.
                }
            }

            _before = Waiting();
        }

        /// <summary>Connections of others that wait for an answer (man 5 proc: /proc/net/tcp, state 02).</summary>
        public int Attempts => Waiting() - _before;

        public void Dispose()
        {
            _queued.ForEach(socket => socket.Dispose());
            _listener.Dispose();
        }

        private int Waiting()
        {
            var address = $"0200007F:{_port:X4} 02";
            return File.ReadLines("/proc/self/net/tcp").Count(line => line.Contains(address, StringComparison.Ordinal));
        }
    }
}
