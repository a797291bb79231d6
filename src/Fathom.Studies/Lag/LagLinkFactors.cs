using Fathom.Diagnosis.Observations;

namespace Fathom.Studies.Lag;

/// <summary>What the study <c>lag</c> varies of the link. The first level of each factor is the published one, but for the delay of the
/// quick profile.</summary>
internal static class LagLinkFactors
{
    public static Factor Delay { get; } = new("delay", "of the link, each way; none is no link");

    public static Level PublishedDelay { get; } = Delay.Level("250ms", LinkQuantities.RoundTrip.Is(0.5));

    public static Level QuickDelay { get; } = Delay.Level("25ms", LinkQuantities.RoundTrip.Is(0.05));

    /// <summary>No link: this machine's own loopback.</summary>
    public static Level NoLink { get; } = Delay.Level("none");

    public static Factor Loss { get; } = new("loss", "of the link, each way");

    public static Level Lossy { get; } = Loss.Level("2%", LinkQuantities.LossShare.Is(0.02));

    public static Level Lossless { get; } = Loss.Level("0%", LinkQuantities.LossShare.Is(0));

    public static Factor Mtu { get; } = new("mtu", "largest packet, bytes: of the loopback where it was published, or of a real line");

    public static Level LoopbackMtu { get; } = Mtu.Level("65535", LinkQuantities.Mtu.Is(65535));

    public static Level LineMtu { get; } = Mtu.Level("1500", LinkQuantities.Mtu.Is(1500));

    // Named, since an inherited one would hide the loss (bbr) or differ from machine to machine.
    public static Factor Congestion { get; } = new("congestion", "TCP congestion control at both ends of the link");

    public static Level Reno { get; } = Congestion.Level("reno", LinkQuantities.CongestionControl.Is("reno"));
}
