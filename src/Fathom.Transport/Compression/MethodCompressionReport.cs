using System.Globalization;

namespace Fathom.Transport.Compression;

/// <summary>The state of adaptive compression for one method in one direction: measurements and the current decision.</summary>
public sealed record MethodCompressionReport
{
    /// <summary>The method, <c>/service/name</c>.</summary>
    public required string Method { get; init; }

    /// <summary>The requested compression.</summary>
    public required MessageCompression Compression { get; init; }

    /// <summary>Whether calls send several messages, so that compression, sending and decompression overlap.</summary>
    public required bool IsStream { get; init; }

    /// <summary>Whether messages are currently compressed.</summary>
    public required bool IsCompressing { get; init; }

    /// <summary>Compressed size divided by plain size; 1 or more when messages do not become smaller. Null before the first
    /// sample.</summary>
    public double? Ratio { get; init; }

    /// <summary>Plain bytes compressed per second. Null before the first sample.</summary>
    public double? CompressRate { get; init; }

    /// <summary>Plain bytes decompressed per second, measured on this side. Null before the first sample.</summary>
    public double? DecompressRate { get; init; }

    /// <summary>The rate of the connection; null when it is not known.</summary>
    public LinkRate? Link { get; init; }

    /// <summary>Number of messages.</summary>
    public required long Messages { get; init; }

    /// <summary>Number of messages that were sent compressed.</summary>
    public required long Compressed { get; init; }

    /// <summary>One line for a log.</summary>
    public override string ToString()
    {
        var state = $"{Method}: {Compression}, {(IsCompressing ? "compressed" : "plain")} now";
        var rates = string.Create(CultureInfo.InvariantCulture,
            $"ratio {Ratio:0.000}, compress {CompressRate / 1e6:0} MB/s, decompress {DecompressRate / 1e6:0} MB/s");
        return string.Create(CultureInfo.InvariantCulture,
            $"{state}, {Compressed} of {Messages} messages compressed; {rates}, link {Link?.BytesPerSecond / 1e6:0.0} MB/s");
    }
}
