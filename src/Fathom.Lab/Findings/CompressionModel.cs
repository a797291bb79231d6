namespace Fathom.Lab.Findings;

/// <summary>
/// Below which rate of the line compression pays. A message by itself is compressed, sent and decompressed one step after the other; in a stream of messages the
/// three overlap and the slowest counts. All rates in plain bytes per second of whatever unit.
/// </summary>
public static class CompressionModel
{
    /// <summary>The condition for one message, in symbols.</summary>
    public const string Serial = "1/c + 1/d + r/b < 1/b, so below (1-r) / (1/c + 1/d); c, d compress and decompress, r compressed over plain size, b the line";

    /// <summary>The condition for a stream, in symbols.</summary>
    public const string Overlapped = "max(1/c, r/b, 1/d) < 1/b, so below min(c, d) where r < 1; c, d compress and decompress, r compressed over plain size, b the line";

    /// <summary>The rate of the line below which compressing pays; 0 where nothing becomes smaller.</summary>
    /// <param name="ratio">Compressed over plain size.</param>
    /// <param name="compress">Plain bytes compressed per second.</param>
    /// <param name="decompress">Plain bytes decompressed per second.</param>
    /// <param name="isStream">Whether messages follow each other.</param>
    public static double BreakEven(double ratio, double compress, double decompress, bool isStream) =>
        ratio >= 1 ? 0
        : isStream ? Math.Min(compress, decompress)
        : (1 - ratio) / ((1 / compress) + (1 / decompress));

    /// <summary>How long one message takes with compression, given how long it takes without.</summary>
    /// <param name="ratio">Compressed over plain size.</param>
    /// <param name="plain">Time for the plain message.</param>
    /// <param name="compress">Time to compress it.</param>
    /// <param name="decompress">Time to decompress it.</param>
    public static double TimeOfOne(double ratio, double plain, double compress, double decompress) => (plain * ratio) + compress + decompress;
}
