using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Workers;

/// <summary>The HTTP/2 settings of a generator. It trusts its server more than a client does: a server that refuses or resets every call
/// is a result, and not an attack.</summary>
internal static class LoadLimits
{
    /// <summary>Up to this size windows grow with the bandwidth-delay product, in bytes: the default of channels.</summary>
    public const int MaxStreamWindow = 16 * 1024 * 1024;

    public static Http2Options Http2 { get; } = Http2Options.Default with
    {
        // A burst of small calls is one send.
        MaxBufferedOutput = 1024 * 1024,
        Limits = Http2Limits.Default with
        {
            MaxResetsPerSecond = int.MaxValue,
            MaxResetsPerMinute = int.MaxValue,
            MaxPingsPerSecond = int.MaxValue,
            MaxIgnoredFramesPerSecond = int.MaxValue,
            MaxTinyWindowUpdatesPerSecond = int.MaxValue,
            MaxPendingOutputBytes = 64 * 1024 * 1024,
        },
    };
}
