using System.Net;
using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Linux;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>How bytes come, from what the kernel counts every 100 ms.</summary>
public sealed class ReceiveProbeTests
{
    private const uint Own = 7;
    private static readonly IPEndPoint End = new(IPAddress.Loopback, 5001);

    private readonly VirtualTime _time = new();
    private readonly List<TcpConnection> _connections = [];

    [Fact]
    public void A_steady_rate_is_the_median_of_the_bytes_whatever_the_pauses_between()
    {
        // 1 MB in each of 8 looks, twice nothing: 10 MB/s for 80 % of the time.
        var seen = Watch(1_000_000, 1_000_000, 0, 1_000_000, 1_000_000, 1_000_000, 0, 1_000_000, 1_000_000, 1_000_000);
        seen.Value(TcpQuantities.BytesReceived).ShouldBe(8e6);
        seen.Value(TcpQuantities.ReceiveRate).ShouldBe(10, 1e-9);
        seen.Value(TcpQuantities.ReceiveShare).ShouldBe(0.8, 1e-9);
        seen.Value(TcpQuantities.SteadyShare).ShouldBe(1, 1e-9);
        seen.Value(TcpQuantities.RoundTrip).ShouldBe(20);
    }

    [Fact]
    public void Bursts_are_not_steady()
    {
        var seen = Watch(100_000, 4_000_000, 0, 500_000, 0, 0, 2_000_000, 0, 0, 0);
        seen.Value(TcpQuantities.ReceiveRate).ShouldBe(40, 1e-9);
        seen.Value(TcpQuantities.SteadyShare).ShouldBe(4 / 6.6, 1e-9);
    }

    [Fact]
    public void What_was_there_before_the_watch_does_not_count()
    {
        _connections.Add(Connection(5_000_000));
        var probe = new ReceiveProbe(_time);
        probe.Look(_connections);
        _time.Advance(TimeSpan.FromMilliseconds(100));
        // The first has ended, and its number is another's, which came meanwhile.
        _connections[0] = Connection(3_000);
        probe.Look(_connections);
        Seen(probe).Value(TcpQuantities.BytesReceived).ShouldBe(3_000);
    }

    [Fact]
    public void Losses_are_shares_of_many_packets()
    {
        _connections.Add(Connection(0));
        var probe = new ReceiveProbe(_time);
        probe.Look(_connections);
        _time.Advance(TimeSpan.FromMilliseconds(100));
        _connections[0] = Connection(0) with { Counts = new TcpCounts(1_000_000, 20_000, 2000, 30, 999, 500) };
        probe.Look(_connections);
        var seen = Seen(probe);
        seen.Value(TcpQuantities.OutOfOrderShare).ShouldBe(0.015);
        seen.Has(TcpQuantities.SentAgainShare).ShouldBeFalse("of 999 packets a share is chance");
    }

    [Fact]
    public void A_process_without_connections_receives_nothing()
    {
        _connections.Add(Connection(0) with { State = TcpConnectionState.Listening, Counts = null });
        Watch().Value(TcpQuantities.BytesReceived).ShouldBe(0);
    }

    [Fact]
    public void Where_the_kernel_does_not_say_what_it_counts_nothing_is_seen()
    {
        _connections.Add(Connection(0) with { Counts = null });
        var probe = new ReceiveProbe(_time);
        probe.Look(_connections);
        probe.Look(_connections);
        probe.Observe(TimeSpan.FromSeconds(1)).ShouldBeEmpty();
    }

    private Evidence Watch(params ulong[] looks)
    {
        ulong received = 0;
        var probe = new ReceiveProbe(_time);
        probe.Look([.. _connections, Connection(received)]);
        foreach (var bytes in looks.DefaultIfEmpty())
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            received += bytes;
            probe.Look([.. _connections, Connection(received)]);
        }

        return Seen(probe);
    }

    private static Evidence Seen(ReceiveProbe probe) =>
        new("process", new Dictionary<string, string>(), probe.Observe(TimeSpan.FromSeconds(1)));

    private static TcpConnection Connection(ulong bytes) =>
        new(Own, TcpConnectionState.Established, End, End) { Counts = new TcpCounts(bytes, 20_000) };
}
