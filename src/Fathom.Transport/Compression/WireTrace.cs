using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Compression;

/// <summary>Logs every compressed and decompressed message at debug level, with the texts of C-core's trace.</summary>
internal static partial class WireTrace
{
    public static void Compressed(ILogger logger, string encoding, long plain, long wire)
    {
        if (logger.IsEnabled(LogLevel.Debug))
        {
            WriteCompressed(logger, encoding, plain, wire, 100.0 * (plain - wire) / plain);
        }
    }

    [LoggerMessage(1, LogLevel.Debug, "Decompressed[{Encoding}] {Wire} bytes vs. {Plain} bytes")]
    public static partial void Decompressed(ILogger logger, string encoding, long wire, long plain);

    [LoggerMessage(2, LogLevel.Debug, "Algorithm '{Encoding}' enabled but decided not to compress. Input size: {Plain}")]
    public static partial void NotCompressed(ILogger logger, string encoding, long plain);

    [LoggerMessage(3, LogLevel.Debug, "Compressed[{Encoding}] {Plain} bytes vs. {Wire} bytes ({Savings:0.00}% savings)",
        SkipEnabledCheck = true)]
    private static partial void WriteCompressed(ILogger logger, string encoding, long plain, long wire, double savings);
}
