using Fathom.Doctor;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Diagnosis.Causes.Programs;
using static Fathom.Tests.Doctor.Services.PathPictures;

namespace Fathom.Tests.Doctor.Services;

/// <summary>
/// Causes that are easily taken for one another, but for those that calls at once wait for, which experiments tell apart. Every cause that
/// the doctor knows looks at every picture: the one that made it is suspected, and none of those with which it is confused.
/// </summary>
public sealed class ConfusablePairTests
{
    private static readonly Dictionary<string, Func<Evidence>> Pictures = new()
    {
        ["a stream window each round trip"] = () => ServiceEvidence.Far(StreamWindow),
        ["a connection window each round trip"] = () => ServiceEvidence.Far(ConnectionWindow),
        ["4,096 bytes each round trip"] = () => ServiceEvidence.Far(StopAndWait),
        ["packets lost"] = () => ServiceEvidence.Far(Loss),
        ["a full link"] = () => ServiceEvidence.Far(Rate),
        ["slow again after a pause"] = () => ServiceEvidence.Far(Idle),
        ["closed while idle"] = () => ServiceEvidence.With(BehaviourQuantities.IdleTime.Is(5_000),
            BehaviourQuantities.IdleEnd.Is("GOAWAY"), BehaviourQuantities.UsedLives.Is(true)),
        ["stopped at no fixed times"] = () => Stopped(6, 150, grid: 0.3, whileIdle: 0),
        ["stopped on a grid of 100 ms"] = () => Stopped(12, 70, grid: 0.97, whileIdle: 0),
        ["stopped without calls as well"] = () => Stopped(12, 70, grid: 0.3, whileIdle: 0.4),
        ["40 ms, none with acknowledgements at once"] = () =>
            ServiceEvidence.With([ServiceQuantities.CallTime.Is(41), ServiceQuantities.QuickAckCallTime.Is(0.6), .. Phases(0.5)]),
        ["40 ms, to the next tick"] = () => ServiceEvidence.With([ServiceQuantities.CallTime.Is(39),
            ServiceQuantities.QuickAckCallTime.Is(39), ServiceQuantities.BurstTime.Is(40), .. Phases(0.02)]),
        ["40 ms, a round trip"] = () => ServiceEvidence.With([ServiceQuantities.TcpRoundTrip.Is(40), ServiceQuantities.PingTime.Is(40),
            ServiceQuantities.NoOpTime.Is(40.3), ServiceQuantities.CallTime.Is(40.5), ServiceQuantities.QuickAckCallTime.Is(40.5),
            ServiceQuantities.BurstTime.Is(44), .. Phases(0.5)]),
        ["a handshake of 405 ms"] = () => ServiceEvidence.With(ServiceQuantities.TlsTime.Is(405)),
        ["a first call of 820 ms"] = () =>
            ServiceEvidence.With(ServiceQuantities.FirstCallTime.Is(820), ServiceQuantities.FreshFirstCallTime.Is(3)),
        ["gzip of random bytes"] = () => ServiceEvidence.With(CompressionQuantities.Codec.Is("gzip"),
            ServiceQuantities.ReplyBytes.Is(1_050_000), ServiceQuantities.PlainReplyBytes.Is(1_048_576),
            ServiceQuantities.CallTime.Is(30), ServiceQuantities.PlainCallTime.Is(3)),
        ["one message of 8 MiB"] = () => ServiceEvidence.With(BehaviourQuantities.LargestMessage.Is(8 << 20),
            BehaviourQuantities.FirstByteTime.Is(20), BehaviourQuantities.StreamTime.Is(20)),
        ["a queue in the path"] = () => ServiceEvidence.Far(PathQuantities.BulkNoOp.Is(640), PathQuantities.BulkTcp.Is(590)),
        ["a queue in the server"] = () => ServiceEvidence.Far(PathQuantities.BulkNoOp.Is(640), PathQuantities.BulkTcp.Is(52)),
        ["a proxy 40 ms away from its service"] = () => ServiceEvidence.With(ServiceQuantities.NoOpTime.Is(41),
            ServiceQuantities.CallTime.Is(42), BehaviourQuantities.Proxy.Is("2 nghttpx")),
        ["a method that waits for 100 ms"] = () =>
            ServiceEvidence.With([ServiceQuantities.CallTime.Is(100), ServiceQuantities.BurstTime.Is(104), .. Phases(0.5)]),
        ["4 of 8 connections slow"] = () => Placed(differ: true),
        ["calls slow at times on all connections"] = () => Placed(differ: false),
        ["hangs, small segments do not"] = () => Hung(answered: false, HangQuantities.FreshTime.Is(2_000),
            HangQuantities.SmallSegmentTime.Is(76), HangQuantities.SmallSegmentsEnd.Is(true)),
        ["hangs, whatever the segments"] = () => Hung(answered: false, HangQuantities.FreshTime.Is(2_000),
            HangQuantities.SmallSegmentTime.Is(2_000), HangQuantities.SmallSegmentsEnd.Is(false)),
        ["hangs, a new connection does not"] = () => Hung(answered: false, HangQuantities.FreshTime.Is(31),
            HangQuantities.FreshEnds.Is(true), HangQuantities.SmallSegmentTime.Is(30), HangQuantities.SmallSegmentsEnd.Is(true)),
        ["hangs without credit"] = () => Hung(answered: true, HangQuantities.RequestSent.Is(786_432),
            HangQuantities.RequestLeft.Is(262_180), HangQuantities.HeldBytes.Is(1_572_873), HangQuantities.HoldingCalls.Is(3),
            HangQuantities.RequestStart.Is(2_000), HangQuantities.OwnRequestStart.Is(0.04), HangQuantities.OwnRequestStarts.Is(true)),
        ["hangs, with its request sent"] = () => Hung(answered: true),
        ["program: windows that double"] = () => ProgramEvidence.With(WatchQuantities.BytesReceived.Is(200e6),
            WatchQuantities.MaxCallsAtOnce.Is(1), ServiceQuantities.PingTime.Is(5)),
        ["program: calls that never end"] = () => ProgramEvidence.With(WatchQuantities.UnendedCalls.Is(95),
            WatchQuantities.CallsUnderWay.Is(101), WatchQuantities.StuckShare.Is(0.7)),
        ["program: a connection again and again"] = () => ProgramEvidence.With(WatchQuantities.SetupShare.Is(0.7),
            ServiceQuantities.TlsTime.Is(390), WatchQuantities.Reconnections.Is(7), CallQuantities.ConnectionsOpened.Is(8)),
        ["program: a connection for each call"] = () => ProgramEvidence.With(WatchQuantities.SetupShare.Is(0.7),
            CallQuantities.ConnectionsOpened.Is(200)),
        ["program: a handshake of 405 ms"] = () =>
            ProgramEvidence.With(ServiceQuantities.TlsTime.Is(405), WatchQuantities.SetupShare.Is(0.5)),
        ["program: compiling"] = () => ProgramEvidence.With(WatchQuantities.CompileTime.Is(2_000), WatchQuantities.CpuTime.Is(3_000),
            WatchQuantities.RunDelay.Is(0)),
        ["program: a serializer by reflection"] = () => ProgramEvidence.With(WatchQuantities.ReflectionShare.Is(0.6),
            WatchQuantities.ReflectionAt.Is("Orders.Write")),
    };

    /// <summary>Picture, the causes that are suspected, and those with which they could be confused.</summary>
    public static TheoryData<string, string, string> Pairs => new()
    {
        // A window of the stream, of the connection, a sender that waits, loss, the rate.
        { "a stream window each round trip", "stream-window-bound-download",
            "connection-window-bound stop-and-wait-sender loss-bound bandwidth-capped" },
        { "a connection window each round trip", "connection-window-bound",
            "stream-window-bound-download stop-and-wait-sender loss-bound bandwidth-capped" },
        { "4,096 bytes each round trip", "stop-and-wait-sender", "stream-window-bound-download connection-window-bound" },
        { "packets lost", "loss-bound", "stream-window-bound-download connection-window-bound bandwidth-capped" },
        { "a full link", "bandwidth-capped", "stream-window-bound-download connection-window-bound loss-bound" },

        // Windows that grow in every call, slow start of a connection, a connection that has ended.
        { "program: windows that double", "per-call-window-ramp", "slow-start slow-start-after-idle" },
        { "slow again after a pause", "slow-start-after-idle", "per-call-window-ramp idle-or-lifetime-reconnect" },
        { "closed while idle", "idle-or-lifetime-reconnect", "slow-start-after-idle slow-start" },

        // Streams that stay open, connections that do not.
        { "program: calls that never end", "leaked-streams", "idle-or-lifetime-reconnect max-concurrent-streams-queue" },
        { "program: a connection again and again", "idle-or-lifetime-reconnect", "leaked-streams connect-path-stalls" },

        // A reader that does not read, packets that vanish, a dead path or connection, a method that never answers.
        { "hangs without credit", "slow-reader-starves-connection", "mtu-black-hole" },
        { "hangs, small segments do not", "mtu-black-hole", "slow-reader-starves-connection" },
        { "hangs, whatever the segments", "", "mtu-black-hole slow-reader-starves-connection" },
        { "hangs, a new connection does not", "", "mtu-black-hole slow-reader-starves-connection" },
        { "hangs, with its request sent", "", "mtu-black-hole slow-reader-starves-connection" },
        { "program: calls that never end", "leaked-streams", "idle-or-lifetime-reconnect" },
        { "closed while idle", "idle-or-lifetime-reconnect", "mtu-black-hole slow-reader-starves-connection" },

        // A collector, a limit of processor time, the network.
        { "stopped at no fixed times", "gc-pauses", "cpu-quota-throttling loss-bound" },
        { "stopped on a grid of 100 ms", "cpu-quota-throttling", "gc-pauses loss-bound" },
        { "stopped without calls as well", "", "gc-pauses cpu-quota-throttling" },
        { "packets lost", "loss-bound", "gc-pauses cpu-quota-throttling" },

        // 40 ms three times.
        { "40 ms, none with acknowledgements at once", "nagle-delayed-ack", "timer-quantised-poll" },
        { "40 ms, to the next tick", "timer-quantised-poll", "nagle-delayed-ack method-waits" },
        { "40 ms, a round trip", "", "nagle-delayed-ack timer-quantised-poll method-waits" },

        // Connections for each call, one slow connection, a cold process.
        { "program: a connection for each call", "channel-per-call", "connect-path-stalls cold-start" },
        { "program: a handshake of 405 ms", "connect-path-stalls", "channel-per-call cold-start" },
        { "program: compiling", "cold-start", "channel-per-call connect-path-stalls" },
        { "a handshake of 405 ms", "connect-path-stalls", "cold-start" },
        { "a first call of 820 ms", "cold-start", "connect-path-stalls" },

        // Compressing, making a huge message, a slow serializer.
        { "gzip of random bytes", "compression-misuse", "huge-unary-message" },
        { "one message of 8 MiB", "huge-unary-message", "compression-misuse" },
        { "program: a serializer by reflection", "slow-serializer", "compression-misuse" },

        // A queue in the path, in the server, for threads.
        { "a queue in the path", "bufferbloat", "loss-bound" },
        { "a queue in the server", "", "bufferbloat" },

        // Far behind a proxy, slow in the method; a slow server behind a balancer, slow at times.
        { "a proxy 40 ms away from its service", "l7-proxy-buffering-or-limits", "method-waits" },
        { "a method that waits for 100 ms", "method-waits", "l7-proxy-buffering-or-limits" },
        { "4 of 8 connections slow", "l4-pinned-balancing", "method-waits" },
        { "calls slow at times on all connections", "", "l4-pinned-balancing" },
    };

    [Theory]
    [MemberData(nameof(Pairs))]
    public void What_is_observed_leaves_the_cause_and_none_that_looks_like_it(string picture, string cause, string confused)
    {
        var suspects = new CauseScreening(Pictures[picture](), isService: !picture.StartsWith("program:", StringComparison.Ordinal))
            .Suspects.Select(s => s.Cause.Id).ToList();
        if (cause.Length > 0)
        {
            suspects.ShouldContain(cause);
        }

        var rivals = confused.Split(' ');
        rivals.ShouldBeSubsetOf(DoctorCauses.All.Select(c => c.Id));
        suspects.Intersect(rivals).ShouldBeEmpty();
    }

    [Fact]
    public void Every_picture_is_of_a_pair() =>
        Pictures.Keys.ShouldBe(Pairs.Select(p => p.Data.Item1).Distinct(), ignoreOrder: true);

    // Nothing but the call that does not end was looked at.
    private static Evidence Hung(bool answered, params Setting[] further) => ServiceEvidence.Of(
        [HangQuantities.Hangs.Is(true), HangQuantities.WaitedFor.Is(20_000), HangQuantities.PingAnswered.Is(answered),
            HangQuantities.RequestSent.Is(5), HangQuantities.RequestLeft.Is(0),
            .. answered ? [HangQuantities.PingTime.Is(1.4)] : Array.Empty<Setting>(), .. further]);

    private static Setting[] Phases(double misfit) =>
        [BehaviourQuantities.TickPeriod.Is(40), BehaviourQuantities.PhaseMisfit.Is(misfit)];

    private static Evidence Stopped(double stops, double longest, double grid, double whileIdle) => ServiceEvidence.With(
        BehaviourQuantities.LoadedStops.Is(stops), BehaviourQuantities.LoadedStopShare.Is(0.4),
        BehaviourQuantities.LongestStop.Is(longest), BehaviourQuantities.StopGrid.Is(grid),
        BehaviourQuantities.IdleStopShare.Is(whileIdle));

    private static Evidence Placed(bool differ) => ServiceEvidence.With(BehaviourQuantities.SlowConnections.Is(4),
        BehaviourQuantities.SlowConnectionTime.Is(26), BehaviourQuantities.FastConnectionTime.Is(4),
        BehaviourQuantities.ConnectionsDiffer.Is(differ));
}
