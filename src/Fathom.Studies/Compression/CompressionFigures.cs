using Fathom.Diagnosis.Causes.CompressionPaysBelow;
using Fathom.SubjectProtocol;
using static Fathom.SubjectProtocol.ReportedValues;

namespace Fathom.Studies.Compression;

/// <summary>What the figures of a replicate say of its codec; null where what it takes was not measured. Speeds are megabytes of plain
/// messages per second, which are bytes per microsecond.</summary>
internal static class CompressionFigures
{
    /// <summary>Bytes of the responses saved, %.</summary>
    public static double? Savings(ReplicateFigures f) => 100 * (1 - Ratio(f));

    /// <summary>Messages that travelled compressed, %.</summary>
    public static double? CompressedShare(ReplicateFigures f) =>
        100 * f.OfClient(Received.Compressed) / NotZero(f.OfClient(Received.Messages));

    /// <summary>Bytes of a message, as the server sent it.</summary>
    public static double? MessageBytes(ReplicateFigures f) => OfServer(f, Sent.PlainBytes) / NotZero(OfServer(f, Sent.Messages));

    /// <summary>Speed of compressing. Null where some messages went plain: the time is not that of all bytes then.</summary>
    public static double? CompressSpeed(ReplicateFigures f) => OfServer(f, Sent.Compressed) == OfServer(f, Sent.Messages)
        ? OfServer(f, Sent.PlainBytes) / NotZero(OfServer(f, Sent.CodecTime)) : null;

    /// <summary>Speed of decompressing. Null where some messages came plain.</summary>
    public static double? DecompressSpeed(ReplicateFigures f) => f.OfClient(Received.Compressed) == f.OfClient(Received.Messages)
        ? f.OfClient(Received.PlainBytes) / NotZero(f.OfClient(Received.CodecTime)) : null;

    /// <summary>What the server's processor gets through, compressing and sending.</summary>
    public static double? SenderSpeed(ReplicateFigures f) => f.ClientPerCall(Received.PlainBytes) / NotZero(f.ServerPerCall(CpuTime));

    /// <summary>What the client's processor gets through, receiving and decompressing.</summary>
    public static double? ReceiverSpeed(ReplicateFigures f) => f.ClientPerCall(Received.PlainBytes) / NotZero(f.ClientPerCall(CpuTime));

    /// <summary>The rate of the line below which compression pays, predicted, Mbit/s.</summary>
    public static double? BreakEven(ReplicateFigures f) =>
        Ratio(f) is { } ratio && CompressSpeed(f) is { } compress && DecompressSpeed(f) is { } decompress
            && SenderSpeed(f) is { } sender && ReceiverSpeed(f) is { } receiver
            ? 8 * (f.OfClient(Received.Messages) > f.OfClient(Calls)
                ? CompressionModel.BreakEvenOfStream(ratio, sender, receiver)
                : CompressionModel.BreakEvenOfOne(ratio, compress, decompress))
            : null;

    private static double? Ratio(ReplicateFigures f) => f.OfClient(Received.WireBytes) / NotZero(f.OfClient(Received.PlainBytes));

    private static double? OfServer(ReplicateFigures f, ReportedValue value) => f.Server.Find(value);

    private static double? NotZero(double? value) => value == 0 ? null : value;
}
