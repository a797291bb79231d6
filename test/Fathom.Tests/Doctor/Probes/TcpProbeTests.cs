using System.Net;
using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Linux;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>What a process's TCP sockets are to it, and how often the kernel is asked for them.</summary>
public sealed class TcpProbeTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);

    private readonly VirtualTime _time = new();

    [Theory]
    [InlineData(0, 100)]
    [InlineData(2, 51)]
    [InlineData(6, 26)]
    [InlineData(500, 5)]
    public void The_longer_the_kernel_takes_the_less_often_it_is_asked(int takesMs, int expected)
    {
        var asked = 0;
        var probe = new TcpProbe(1, _time, [new SocketProbe()], _ =>
        {
            asked++;
            _time.Advance(TimeSpan.FromMilliseconds(takesMs));
            return [];
        });
        var began = _time.GetTimestamp();
        for (var tick = 0; tick < 100; tick++)
        {
            if (tick * Tick - _time.GetElapsedTime(began) is var early && early >= TimeSpan.Zero)
            {
                _time.Advance(early);
                probe.Read();
            }
        }

        asked.ShouldBe(expected);
    }

    // As where the program's own code is compiled, or where another program has the processor.
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void One_look_that_took_longer_than_the_others_delays_none(int slow)
    {
        var asked = 0;
        var probe = new TcpProbe(1, _time, [new SocketProbe()], _ =>
        {
            _time.Advance(TimeSpan.FromMilliseconds(asked++ == slow ? 90 : 1));
            return [];
        });
        for (var tick = 0; tick < 10; tick++)
        {
            probe.Read();
            _time.Advance(Tick);
        }

        asked.ShouldBe(10);
    }

    [Fact]
    public void What_a_process_accepted_is_no_target_and_an_address_of_IPv4_is_one_whatever_the_socket()
    {
        var seen = Seen(
            Socket(1, TcpConnectionState.Listening, "[::]:5001", "[::]:0"),
            Socket(2, TcpConnectionState.Established, "[::ffff:127.0.0.1]:5001", "[::ffff:127.0.0.1]:40000"),
            Socket(3, TcpConnectionState.Established, "[::ffff:127.0.0.1]:40001", "[::ffff:127.0.0.1]:6000"),
            Socket(4, TcpConnectionState.Connecting, "127.0.0.1:40002", "127.0.0.1:7000"),
            Socket(5, TcpConnectionState.Other, "127.0.0.1:40003", "127.0.0.1:8000"));
        seen.Value(WatchQuantities.OpenSockets).ShouldBe(2);
        seen.Find(WatchQuantities.Targets)!.Value.ShouldBe("127.0.0.1:6000 127.0.0.1:7000");
        seen.Has(WatchQuantities.WaitsForIPv6).ShouldBeFalse();
    }

    [Fact]
    public void A_connection_by_IPv6_that_is_still_connecting_at_the_next_look_waits()
    {
        var probe = new SocketProbe();
        probe.Look([Socket(1, TcpConnectionState.Connecting, "[::1]:40000", "[::1]:6000")]);
        probe.Look([Socket(2, TcpConnectionState.Connecting, "[::1]:40001", "[::1]:6000")]);
        probe.Observe(Tick).ShouldNotContain(o => ReferenceEquals(o.Of, WatchQuantities.WaitsForIPv6), "each was there once");
        probe.Look([Socket(2, TcpConnectionState.Connecting, "[::1]:40001", "[::1]:6000")]);
        probe.Observe(Tick).ShouldContain(o => ReferenceEquals(o.Of, WatchQuantities.WaitsForIPv6));
    }

    [Fact]
    public void A_process_that_cannot_be_read_is_not_seen()
    {
        var probe = new TcpProbe(1, _time, [new SocketProbe(), new ReceiveProbe(_time)], _ => null);
        for (var look = 0; look < 2; look++)
        {
            probe.Read();
            _time.Advance(Tick);
        }

        probe.Observe(Tick).ShouldBeEmpty();
    }

    private Evidence Seen(params TcpConnection[] read)
    {
        var probe = new TcpProbe(1, _time, [new SocketProbe()], _ => read);
        probe.Read();
        return new("process", new Dictionary<string, string>(), probe.Observe(Tick));
    }

    private static TcpConnection Socket(uint inode, TcpConnectionState state, string local, string remote) =>
        new(inode, state, IPEndPoint.Parse(local), IPEndPoint.Parse(remote));
}
