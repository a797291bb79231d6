namespace Fathom.SubjectProtocol;

/// <summary>The values that count messages in one direction.</summary>
public sealed class ReportedTraffic
{
    internal ReportedTraffic(string prefix, string verb)
    {
        Messages = new($"{prefix}_messages", "", ReportedBy.Both, $"Messages {verb}.");
        Compressed = new($"{prefix}_compressed", "", ReportedBy.Both, $"Messages {verb} in compressed form.");
        PlainBytes = new($"{prefix}_plain_bytes", "bytes", ReportedBy.Both, $"Bytes of the messages {verb}, before compression.");
        WireBytes = new($"{prefix}_wire_bytes", "bytes", ReportedBy.Both,
            $"Bytes of the messages {verb}, as transferred; without gRPC prefixes and HTTP/2 framing.");
        CodecTime = new($"{prefix}_codec_us", "µs", ReportedBy.Both,
            $"Time spent {(prefix == "sent" ? "compressing" : "decompressing")} the messages {verb}.");
    }

    /// <summary>Messages.</summary>
    public ReportedValue Messages { get; }

    /// <summary>Messages that were compressed.</summary>
    public ReportedValue Compressed { get; }

    /// <summary>Bytes before compression.</summary>
    public ReportedValue PlainBytes { get; }

    /// <summary>Bytes as transferred.</summary>
    public ReportedValue WireBytes { get; }

    /// <summary>Time spent in the codec.</summary>
    public ReportedValue CodecTime { get; }

    /// <summary>All of them, in the order of the page.</summary>
    public IReadOnlyList<ReportedValue> All => [Messages, Compressed, PlainBytes, WireBytes, CodecTime];
}
