using Fathom.Lab.Doctor;
using Fathom.Lab.Doctor.Services;
using Fathom.Lab.Observations;

namespace Fathom.Tests.Lab.Doctor.Services;

/// <summary>Causes of the path that look alike: of each pair what is observed leaves one.</summary>
public sealed class PathPairTests
{
    // 512 KiB over 50 ms, with one window of the stream, of the connection, or one part of the sender in each round trip.
    private static readonly Setting[] StreamWindow =
    [
        TransferQuantities.ClientWindow.Is(65_535), ServiceQuantities.CallTime.Is(860), PathQuantities.LargeWindowCallTime.Is(58),
        LinkQuantities.BytesPerRoundTrip.Is(65_535), LinkQuantities.BusyRoundTrips.Is(17), PathQuantities.TransferTime.Is(800),
        PathQuantities.TransferRate.Is(1.3), PathQuantities.BulkTime.Is(880), PathQuantities.SpreadBulkTime.Is(870),
        PathQuantities.BulkRate.Is(5.2), PathQuantities.AfterPauseTime.Is(860), PathQuantities.FreshCallTime.Is(870),
    ];

    private static readonly Setting[] ConnectionWindow =
    [
        PathQuantities.ConnectionWindow.Is(65_535), ServiceQuantities.CallTime.Is(860), PathQuantities.LiftedBulkTime.Is(75),
        LinkQuantities.BytesPerRoundTrip.Is(65_535), LinkQuantities.BusyRoundTrips.Is(17), PathQuantities.TransferTime.Is(800),
        PathQuantities.TransferRate.Is(1.3), PathQuantities.BulkTime.Is(3_300), PathQuantities.SpreadBulkTime.Is(880),
        PathQuantities.BulkRate.Is(5.2), PathQuantities.AfterPauseTime.Is(860), PathQuantities.FreshCallTime.Is(870),
    ];

    private static readonly Setting[] StopAndWait =
    [
        ServiceQuantities.ReplyBytes.Is(131_072), ServiceQuantities.CallTime.Is(1_650), ServiceQuantities.SmallWindowCallTime.Is(1_655),
        LinkQuantities.BytesPerRoundTrip.Is(4_096), LinkQuantities.BusyRoundTrips.Is(33), PathQuantities.TransferTime.Is(1_600),
        PathQuantities.TransferRate.Is(0.08), PathQuantities.BulkTime.Is(1_700), PathQuantities.SpreadBulkTime.Is(1_680),
        PathQuantities.BulkRate.Is(0.32), PathQuantities.AfterPauseTime.Is(1_650), PathQuantities.FreshCallTime.Is(1_650),
    ];

    private static readonly Setting[] Loss =
    [
        ServiceQuantities.CallTime.Is(2_900), PathQuantities.TransferTime.Is(2_850), PathQuantities.TransferRate.Is(0.36),
        LinkQuantities.BytesPerRoundTrip.Is(19_000), LinkQuantities.BusyRoundTrips.Is(57), PathQuantities.EvenRoundTrips.Is(0.05),
        PathQuantities.LongestPause.Is(270), PathQuantities.BulkTime.Is(11_500), PathQuantities.SpreadBulkTime.Is(3_300),
        PathQuantities.BulkRate.Is(1.3), PathQuantities.OutOfOrderShare.Is(0.04), PathQuantities.AfterPauseTime.Is(2_950),
        PathQuantities.FreshCallTime.Is(2_900),
    ];

    private static readonly Setting[] Rate =
    [
        ServiceQuantities.CallTime.Is(480), PathQuantities.TransferTime.Is(430), PathQuantities.TransferRate.Is(2.4),
        LinkQuantities.BytesPerRoundTrip.Is(1_048_581), PathQuantities.BulkTime.Is(1_800), PathQuantities.SpreadBulkTime.Is(1_780),
        PathQuantities.BulkRate.Is(2.4), PathQuantities.BulkTcp.Is(95), PathQuantities.BulkNoOp.Is(95),
        PathQuantities.AfterPauseTime.Is(480), PathQuantities.FreshCallTime.Is(490), ServiceQuantities.BurstCalls.Is(16),
        ServiceQuantities.BurstTime.Is(7_200), ServiceQuantities.SpreadBurstTime.Is(7_100),
    ];

    private static readonly Setting[] Idle =
    [
        ServiceQuantities.ReplyBytes.Is(524_288), ServiceQuantities.CallTime.Is(56), PathQuantities.AfterPauseTime.Is(306),
        PathQuantities.AfterPauseGrowing.Is(5), PathQuantities.FreshCallTime.Is(305), LinkQuantities.GrowingRoundTrips.Is(5),
    ];

    public static TheoryData<string, string> Pictures => new()
    {
        { nameof(StreamWindow), "stream-window-bound-download" },
        { nameof(ConnectionWindow), "connection-window-bound" },
        { nameof(StopAndWait), "stop-and-wait-sender" },
        { nameof(Loss), "loss-bound" },
        { nameof(Rate), "bandwidth-capped" },
        { nameof(Idle), "slow-start-after-idle,slow-start" },
        { "", "" },
    };

    [Theory]
    [MemberData(nameof(Pictures))]
    public void What_is_observed_leaves_one_cause(string picture, string causes) =>
        string.Join(',', new Screen(Evidence(picture), isService: true).Suspects.Select(s => s.Cause.Id)).ShouldBe(causes);

    [Fact]
    public void A_healthy_large_reply_is_said_to_be_bound_by_the_round_trip() =>
        ServiceVerdictText.Sentence(new Screen(ServiceEvidence.Far(), isService: true), []).ShouldBe(
            "Healthy: nothing to fix was found. A call takes 58 ms: it is bound by the round trip of 50 ms.");

    [Fact]
    public void The_reply_on_its_way_is_a_part_of_a_call() =>
        ServiceVerdictText.Parts(Evidence(nameof(Rate))).Select(p => p.Ms).ShouldBe([50, 0, 0.5, 0, 429.5]);

    [Theory]
    [InlineData(nameof(StreamWindow), "SETTINGS_INITIAL_WINDOW_SIZE=16777216")]
    [InlineData(nameof(ConnectionWindow), "connection-window=67108864")]
    [InlineData(nameof(StopAndWait), "SETTINGS_INITIAL_WINDOW_SIZE=16777216")]
    [InlineData(nameof(Loss), "connections=4")]
    [InlineData(nameof(Rate), "connections=2")]
    [InlineData(nameof(Idle), "pause=0")]
    public void Each_is_tried_by_the_change_that_would_prove_it(string picture, string change)
    {
        var screen = new Screen(Evidence(picture), isService: true);
        ServiceChanges.Changing(screen.Seen, screen.Suspects[0].Cause.ProvenBy).ShouldNotBeNull().ToString().ShouldBe(change);
    }

    private static Evidence Evidence(string picture) => ServiceEvidence.Far(picture switch
    {
        nameof(StreamWindow) => StreamWindow,
        nameof(ConnectionWindow) => ConnectionWindow,
        nameof(StopAndWait) => StopAndWait,
        nameof(Loss) => Loss,
        nameof(Rate) => Rate,
        nameof(Idle) => Idle,
        _ => [],
    });
}
