using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Services;

/// <summary>What probes observe of services that are slow for causes of the path, in place of what they observe of a healthy one.</summary>
internal static class PathPictures
{
    // 512 KiB over 50 ms, with one window of the stream, of the connection, or one part of the sender in each round trip.
    public static readonly Setting[] StreamWindow =
    [
        TransferQuantities.ClientWindow.Is(65_535), ServiceQuantities.CallTime.Is(860), PathQuantities.LargeWindowCallTime.Is(58),
        LinkQuantities.BytesPerRoundTrip.Is(65_535), LinkQuantities.BusyRoundTrips.Is(17), PathQuantities.TransferTime.Is(800),
        PathQuantities.MovedTime.Is(800), PathQuantities.TransferRate.Is(1.3),
        PathQuantities.BulkTime.Is(880), PathQuantities.SpreadBulkTime.Is(870),
        PathQuantities.BulkRate.Is(5.2), PathQuantities.AfterPauseTime.Is(860), PathQuantities.FreshCallTime.Is(870),
    ];

    public static readonly Setting[] ConnectionWindow =
    [
        PathQuantities.ConnectionWindow.Is(65_535), ServiceQuantities.CallTime.Is(860), PathQuantities.LiftedBulkTime.Is(75),
        LinkQuantities.BytesPerRoundTrip.Is(65_535), LinkQuantities.BusyRoundTrips.Is(17), PathQuantities.TransferTime.Is(800),
        PathQuantities.MovedTime.Is(800), PathQuantities.TransferRate.Is(1.3),
        PathQuantities.BulkTime.Is(3_300), PathQuantities.SpreadBulkTime.Is(880),
        PathQuantities.BulkRate.Is(5.2), PathQuantities.AfterPauseTime.Is(860), PathQuantities.FreshCallTime.Is(870),
    ];

    public static readonly Setting[] StopAndWait =
    [
        ServiceQuantities.ReplyBytes.Is(131_072), ServiceQuantities.CallTime.Is(1_650), ServiceQuantities.SmallWindowCallTime.Is(1_655),
        LinkQuantities.BytesPerRoundTrip.Is(4_096), LinkQuantities.BusyRoundTrips.Is(33), PathQuantities.TransferTime.Is(1_600),
        PathQuantities.MovedTime.Is(1_600), PathQuantities.TransferRate.Is(0.08),
        PathQuantities.BulkTime.Is(1_700), PathQuantities.SpreadBulkTime.Is(1_680),
        PathQuantities.BulkRate.Is(0.32), PathQuantities.AfterPauseTime.Is(1_650), PathQuantities.FreshCallTime.Is(1_650),
    ];

    public static readonly Setting[] Loss =
    [
        ServiceQuantities.CallTime.Is(2_900), PathQuantities.TransferTime.Is(2_850),
        PathQuantities.MovedTime.Is(2_850), PathQuantities.TransferRate.Is(0.36),
        LinkQuantities.BytesPerRoundTrip.Is(19_000), LinkQuantities.BusyRoundTrips.Is(57), PathQuantities.EvenRoundTrips.Is(0.05),
        PathQuantities.LongestPause.Is(270), PathQuantities.BulkTime.Is(11_500), PathQuantities.SpreadBulkTime.Is(3_300),
        PathQuantities.BulkRate.Is(1.3), PathQuantities.OutOfOrderShare.Is(0.04), PathQuantities.AfterPauseTime.Is(2_950),
        PathQuantities.FreshCallTime.Is(2_900),
    ];

    public static readonly Setting[] Rate =
    [
        ServiceQuantities.CallTime.Is(480), PathQuantities.TransferTime.Is(430),
        PathQuantities.MovedTime.Is(430), PathQuantities.TransferRate.Is(2.4),
        LinkQuantities.BytesPerRoundTrip.Is(1_048_581), PathQuantities.BulkTime.Is(1_800), PathQuantities.SpreadBulkTime.Is(1_780),
        PathQuantities.BulkRate.Is(2.4), PathQuantities.BulkTcp.Is(95), PathQuantities.BulkNoOp.Is(95),
        PathQuantities.AfterPauseTime.Is(480), PathQuantities.FreshCallTime.Is(490), ServiceQuantities.BurstCalls.Is(16),
        ServiceQuantities.BurstTime.Is(7_200),
    ];

    public static readonly Setting[] Idle =
    [
        ServiceQuantities.ReplyBytes.Is(524_288), ServiceQuantities.CallTime.Is(56), PathQuantities.AfterPauseTime.Is(306),
        PathQuantities.AfterPauseGrowing.Is(5), PathQuantities.FreshCallTime.Is(305), LinkQuantities.GrowingRoundTrips.Is(5),
    ];

    /// <summary>All of them.</summary>
    public static IReadOnlyDictionary<string, Setting[]> ByName { get; } = new Dictionary<string, Setting[]>
    {
        [nameof(StreamWindow)] = StreamWindow, [nameof(ConnectionWindow)] = ConnectionWindow, [nameof(StopAndWait)] = StopAndWait,
        [nameof(Loss)] = Loss, [nameof(Rate)] = Rate, [nameof(Idle)] = Idle,
    };
}
