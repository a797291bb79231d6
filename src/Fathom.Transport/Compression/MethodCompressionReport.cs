using System.Globalization;

namespace Fathom.Transport.Compression;

/// <summary>What adaptive compression knows of a method's messages in one direction, and what follows from it.</summary>
public sealed record MethodCompressionReport
{
    /// <summary>The method, <c>/service/name</c>.</summary>
    public required string Method { get; init; }

    /// <summary>What was asked for.</summary>
    public required MessageCompression Compression { get; init; }

    /// <summary>Whether several messages follow each other, so that compressing, sending and decompressing overlap.</summary>
    public required bool IsStream { get; init; }

    /// <summary>Whether messages are compressed at present.</summary>
    public required bool IsCompressing { get; init; }

    /// <summary>Compressed size over plain size, 1 or more where nothing is gained; null before the first sample, as are the
    /// speeds.</summary>
    public double? Ratio { get; init; }

    /// <summary>Plain bytes compressed per second.</summary>
    public double? CompressRate { get; init; }

    /// <summary>Plain bytes decompressed per second, measured on this side.</summary>
    public double? DecompressRate { get; init; }

    /// <summary>The rate of the connection, or null where nobody knows.</summary>
    public LinkRate? Link { get; init; }

    /// <summary>Messages seen.</summary>
    public required long Messages { get; init; }

    /// <summary>Those that were sent compressed.</summary>
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
