using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>Levels of a trial's link and transfer as numbers; null where a trial has no such factor, or a level that is none.</summary>
internal static class LinkLevels
{
    // What Linux adds to the smoothed round trip at the least (TCP_RTO_MIN), seconds.
    private const double LeastRtoVariance = 0.2;

    /// <summary>Bytes of the blob: <c>1M</c>, <c>256k</c>.</summary>
    public static double? Bytes(this TrialResult trial, string factor) => trial.Factors.GetValueOrDefault(factor) switch
    {
        { Length: > 1 } text when text[^1] == 'k' => Number(text[..^1]) * 1024,
        { Length: > 1 } text when text[^1] == 'M' => Number(text[..^1]) * 1024 * 1024,
        { } text => Number(text),
        _ => null,
    };

    /// <summary>Seconds there and back, of a delay such as <c>250ms</c> each way.</summary>
    public static double? RoundTripSeconds(this TrialResult trial) =>
        trial.Factors.GetValueOrDefault("delay") is { } delay && delay.EndsWith("ms", StringComparison.Ordinal) ? 2 * Number(delay[..^2]) / 1000 : null;

    /// <summary>The share of packets lost each way, of a loss such as <c>2%</c>.</summary>
    public static double? LossShare(this TrialResult trial) =>
        trial.Factors.GetValueOrDefault("loss") is { } loss && loss.EndsWith('%') ? Number(loss[..^1]) / 100 : null;

    /// <summary>The rate of the line in Mbit/s, of a level such as <c>10mbit</c>.</summary>
    public static double? LineMbit(this TrialResult trial) =>
        trial.Factors.GetValueOrDefault("link") is { } link && link.EndsWith("mbit", StringComparison.Ordinal) ? Number(link[..^4]) : null;

    /// <summary>Seconds until TCP sends again what nobody acknowledged (RFC 6298, with Linux's least variance).</summary>
    public static double RtoSeconds(double roundTrip) => roundTrip + LeastRtoVariance;

    private static double? Number(string text) => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null;
}
