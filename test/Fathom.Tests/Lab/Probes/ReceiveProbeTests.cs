using Fathom.Lab.Kernel;
using Fathom.Lab.Observations;
using Fathom.Lab.Probes.Linux;
using Fathom.TestKit;

namespace Fathom.Tests.Lab.Probes;

/// <summary>How bytes come, from what the kernel counts every 100 ms.</summary>
public sealed class ReceiveProbeTests
{
    private const uint Own = 7;
    private const uint Other = 8;

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
    public void What_was_there_before_the_watch_and_what_others_receive_does_not_count()
    {
        _connections.Add(Connection(Own, 5_000_000));
        _connections.Add(Connection(Other, 1_000));
        var probe = Probe();
        probe.Read();
        _time.Advance(TimeSpan.FromMilliseconds(100));
        _connections.Clear();
        // The first has ended, and its number is another's, which came meanwhile.
        _connections.Add(Connection(Own, 3_000));
        _connections.Add(Connection(Other, 9_000_000));
        probe.Read();
        Seen(probe).Value(TcpQuantities.BytesReceived).ShouldBe(3_000);
    }

    [Fact]
    public void Losses_are_shares_of_many_packets()
    {
        _connections.Add(Connection(Own, 0));
        var probe = Probe();
        probe.Read();
        _time.Advance(TimeSpan.FromMilliseconds(100));
        _connections[0] = Connection(Own, 1_000_000) with { PacketsIn = 2000, OutOfOrder = 30, PacketsOut = 999, SentAgain = 500 };
        probe.Read();
        var seen = Seen(probe);
        seen.Value(TcpQuantities.OutOfOrderShare).ShouldBe(0.015);
        seen.Has(TcpQuantities.SentAgainShare).ShouldBeFalse("of 999 packets a share is chance");
    }

    [Fact]
    public void A_process_without_connections_receives_nothing_and_one_that_cannot_be_read_is_not_seen()
    {
        var none = new ReceiveProbe(1, _time, () => _connections, () => new HashSet<uint>());
        var unread = new ReceiveProbe(1, _time, () => _connections, () => null);
        for (var look = 0; look < 2; look++)
        {
            none.Read();
            unread.Read();
            _time.Advance(TimeSpan.FromMilliseconds(100));
        }

        Seen(none).Value(TcpQuantities.BytesReceived).ShouldBe(0);
        unread.Observe(TimeSpan.FromSeconds(1)).ShouldBeEmpty();
    }

    [Fact]
    public void Where_the_kernel_does_not_answer_nothing_is_seen()
    {
        var probe = new ReceiveProbe(1, _time, () => null, () => new HashSet<uint> { Own });
        probe.Read();
        probe.Read();
        probe.Observe(TimeSpan.FromSeconds(1)).ShouldBeEmpty();
    }

    private Evidence Watch(params ulong[] looks)
    {
        _connections.Add(Connection(Own, 0));
        var probe = Probe();
        probe.Read();
        foreach (var bytes in looks)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            _connections[0] = Connection(Own, _connections[0].BytesReceived + bytes);
            probe.Read();
        }

        return Seen(probe);
    }

    private ReceiveProbe Probe() => new(1, _time, () => _connections, () => new HashSet<uint> { Own });

    private static Evidence Seen(ReceiveProbe probe) =>
        new("process", new Dictionary<string, string>(), probe.Observe(TimeSpan.FromSeconds(1)));

    private static TcpConnection Connection(uint inode, ulong bytes) => new(inode, bytes, 20_000, 0, 0, 0, 0);
}
