using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>Levels of a trial's link and transfer as numbers; null where a trial has no such factor, or a level that is none.</summary>
internal static class LinkLevels
{
    // What Linux adds to the smoothed round trip at the least (TCP_RTO_MIN), seconds.
    private const double LeastRtoVariance = 0.2;

    /// <summary>Bytes of the blob: <c>1M</c>, <c>256k</c>.</summary>
    public static double? Bytes(this TrialResult trial, string factor) => trial.Level(factor) switch
    {
        { Unit: "k" } level => level.Value * 1024,
        { Unit: "M" } level => level.Value * 1024 * 1024,
        { Unit: "" } level => level.Value,
        _ => null,
    };

    /// <summary>Seconds there and back, of a delay such as <c>250ms</c> each way.</summary>
    public static double? RoundTripSeconds(this TrialResult trial) =>
        trial.Level("delay") is { Unit: "ms" } delay ? 2 * delay.Value / 1000 : null;

    /// <summary>The share of packets lost each way, of a loss such as <c>2%</c>.</summary>
    public static double? LossShare(this TrialResult trial) => trial.Level("loss") is { Unit: "%" } loss ? loss.Value / 100 : null;

    /// <summary>The rate of the line in Mbit/s, of a level such as <c>10mbit</c>.</summary>
    public static double? LineMbit(this TrialResult trial) => trial.Level("link")?.Mbit;

    /// <summary>Seconds until TCP sends again what nobody acknowledged (RFC 6298, with Linux's least variance).</summary>
    public static double RtoSeconds(double roundTrip) => roundTrip + LeastRtoVariance;

    private static NumberedLevel? Level(this TrialResult trial, string factor) =>
        trial.Factors.GetValueOrDefault(factor) is { } level ? NumberedLevel.Read(level) : null;
}
