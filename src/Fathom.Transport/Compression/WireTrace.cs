using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Compression;

/// <summary>Logs every compressed and decompressed message at debug level, with the texts of C-core's trace.</summary>
internal static class WireTrace
{
    private static readonly Action<ILogger, string, long, long, Exception?> LogDecompressed = LoggerMessage.Define<string, long, long>(
        LogLevel.Debug, new EventId(1, "Decompressed"), "Decompressed[{Encoding}] {Wire} bytes vs. {Plain} bytes");

    private static readonly Action<ILogger, string, long, Exception?> LogNotCompressed = LoggerMessage.Define<string, long>(
        LogLevel.Debug, new EventId(2, "NotCompressed"),
        "Algorithm '{Encoding}' enabled but decided not to compress. Input size: {Plain}");

    private static readonly Action<ILogger, string, long, long, double, Exception?> LogCompressed =
        LoggerMessage.Define<string, long, long, double>(LogLevel.Debug, new EventId(3, "WriteCompressed"),
            "Compressed[{Encoding}] {Plain} bytes vs. {Wire} bytes ({Savings:0.00}% savings)");

    public static void Compressed(ILogger logger, string encoding, long plain, long wire) =>
        LogCompressed(logger, encoding, plain, wire, 100.0 * (plain - wire) / plain, null);

    public static void Decompressed(ILogger logger, string encoding, long wire, long plain) =>
        LogDecompressed(logger, encoding, wire, plain, null);

    public static void NotCompressed(ILogger logger, string encoding, long plain) => LogNotCompressed(logger, encoding, plain, null);
}
