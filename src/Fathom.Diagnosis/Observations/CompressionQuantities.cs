namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of a compressed download. Speeds are in 10^6 plain bytes a second.</summary>
public static class CompressionQuantities
{
    /// <summary>The codec of the responses; not set where nothing is compressed.</summary>
    public static Quantity<string> Codec { get; } = new("codec", "", "the codec of the responses");

    /// <summary>The codec's own level, for example <c>best</c> or <c>5</c>; not set where it is the codec's default.</summary>
    public static Quantity<string> CodecLevel { get; } = new("codec-level", "", "the codec's level");

    /// <summary>Whether the sender decides by what it measures.</summary>
    public static Quantity<bool> Adaptive { get; } = new("adaptive", "", "the sender decides by what it measures");

    /// <summary>Time of one download, ms.</summary>
    public static Quantity<double> DownloadTime { get; } = new("download-time", "ms", "time of a download");

    /// <summary>Plain bytes of one download.</summary>
    public static Quantity<double> PlainBytes { get; } = new("plain-bytes", "bytes", "plain bytes of a download");

    /// <summary>Bytes saved, %.</summary>
    public static Quantity<double> Savings { get; } = new("savings", "%", "bytes saved");

    /// <summary>Speed of compressing.</summary>
    public static Quantity<double> CompressSpeed { get; } = new("compress-speed", "MB/s", "speed of compressing");

    /// <summary>Speed of decompressing.</summary>
    public static Quantity<double> DecompressSpeed { get; } = new("decompress-speed", "MB/s", "speed of decompressing");

    /// <summary>What the sender's processor compresses and sends.</summary>
    public static Quantity<double> SenderSpeed { get; } = new("sender-speed", "MB/s", "what the sender's processor gets through");

    /// <summary>What the receiver's processor receives and decompresses.</summary>
    public static Quantity<double> ReceiverSpeed { get; } = new("receiver-speed", "MB/s", "what the receiver's processor gets through");

    /// <summary>Rate of the link below which compressing pays, predicted from the speeds, Mbit/s.</summary>
    public static Quantity<double> BreakEven { get; } = new("break-even", "Mbit/s", "rate below which compressing pays, predicted");
}
