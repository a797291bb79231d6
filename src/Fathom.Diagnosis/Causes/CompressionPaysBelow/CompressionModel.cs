namespace Fathom.Diagnosis.Causes.CompressionPaysBelow;

/// <summary>
/// The rate of the line below which compressing pays. A single message is compressed, sent and decompressed one step after the other; in a
/// stream of messages the three steps overlap, and the slowest counts. All rates are in plain bytes per second, of any one unit.
/// </summary>
public static class CompressionModel
{
    /// <summary>The rate of the line below which compressing one message pays; 0 where nothing becomes smaller.</summary>
    /// <param name="ratio">Compressed over plain size.</param>
    /// <param name="compress">Plain bytes compressed per second.</param>
    /// <param name="decompress">Plain bytes decompressed per second.</param>
    public static double BreakEvenOfOne(double ratio, double compress, double decompress) =>
        ratio >= 1 ? 0 : (1 - ratio) / ((1 / compress) + (1 / decompress));

    /// <summary>The rate of the line below which compressing a stream of messages pays; 0 where nothing becomes smaller.</summary>
    /// <param name="ratio">Compressed over plain size.</param>
    /// <param name="server">
    /// Plain bytes that the sender's processor compresses and sends per second: a sender has sent one message before it compresses the
    /// next. With the codec's time alone, 5,000 small messages by lz4 were predicted to pay below 275 Mbit/s and paid below 213; with the
    /// processor's time the prediction is 224.
    /// </param>
    /// <param name="client">Plain bytes that the receiver's processor receives and decompresses per second.</param>
    public static double BreakEvenOfStream(double ratio, double server, double client) => ratio >= 1 ? 0 : Math.Min(server, client);

    /// <summary>Time of one message with compression, from its time without.</summary>
    /// <param name="ratio">Compressed over plain size.</param>
    /// <param name="plain">Time for the plain message.</param>
    /// <param name="compress">Time to compress it.</param>
    /// <param name="decompress">Time to decompress it.</param>
    public static double TimeOfOne(double ratio, double plain, double compress, double decompress) =>
        (plain * ratio) + compress + decompress;
}
