using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>Windows of HttpClient's HTTP/2 streams that grow with every part that is read, instead of once a round trip. Dotnet/runtime,
/// Http2StreamWindowManager.cs: a window doubles when more than the multiplier's share of it arrives in a round trip.</summary>
public sealed class FastWindows()
    : Intervention(
        "window_growth", "DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_FLOWCONTROL_STREAMWINDOWSCALETHRESHOLDMULTIPLIER", value: "0.001",
        to: "windows that grow at once", from: "windows that double in a round trip")
{
    /// <inheritdoc/>
    public override Setting Sets => TransferQuantities.WindowGrowth.Is(Value);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.BytesReceived) is { Value: var bytes }
        && before.Find(WatchQuantities.BytesReceived) is { Value: var all } && bytes < all / 2
            ? $"the program received {FigureText.Size(bytes)} with it, and {FigureText.Size(all)} without"
            : null;
}
