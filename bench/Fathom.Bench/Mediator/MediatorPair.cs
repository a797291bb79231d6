using System.Globalization;
using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;

namespace Fathom.Bench.Mediator;

/// <summary>A node and a sender in separate processes on the same two cores, with mutual TLS and eight tasks: the subject
/// <c>mediator</c>.</summary>
internal sealed record MediatorPair
{
    private const string Cores = "0,1";

    // Until the runtime has compiled the path of a message for the second time: on a core each, a ping takes 31 us after 1.5 s, and 16 us
    // after 8 s.
    private const double WarmUpSeconds = 8;

    // The largest payload and 1 MiB for the rest of its message.
    private const int MaxMessage = 11 << 20;

    /// <summary>Without per-call certificates and without a lock.</summary>
    public static MediatorPair Free { get; } = new();

    /// <summary>As published: certificates per call, under one lock.</summary>
    public static MediatorPair Published { get; } = new() { CertificateUse = "per-call", Lock = "global" };

    public string Message { get; init; } = "ping";

    public string Payload { get; init; } = "text";

    public int Size { get; init; }

    public string Compression { get; init; } = "raw";

    public string CertificateUse { get; init; } = "once";

    public string Lock { get; init; } = "none";

    /// <summary>Measures it in fresh processes.</summary>
    public MediatorMeasured Measure(double seconds)
    {
        using var node = new PinnedSubject(
            "mediator", Cores, "--port", "0", "--tls", "mutual", "--max-message", MaxMessage.ToString(CultureInfo.InvariantCulture),
            "--compression", Compression, "--serves", Message == "unary" ? "bare" : "messages");
        using var sender = new PinnedSubject("mediator", Cores, "--client");
        var workload = new JsonObject
        {
            ["kind"] = "mediator",
            ["target"] = node.Address,
            ["certificate"] = node.Ready.Certificate,
            ["message"] = Message,
            ["payload"] = Payload,
            ["size"] = Size,
            // As published: the node compresses its responses, the sender nothing.
            ["compression"] = Compression == "gzip" ? "raw" : Compression,
            ["max_message"] = MaxMessage,
            ["certificate_use"] = CertificateUse,
            ["lock"] = Lock,
            ["channel"] = "pooled",
            ["callers"] = 8,
            ["rounds"] = false,
            ["warm_up_seconds"] = WarmUpSeconds,
            ["seconds"] = seconds,
        };
        sender.Warm(workload);
        node.Begin();
        var sent = sender.Run(workload);
        return new MediatorMeasured(sent, node.End());
    }
}

/// <summary>Figures of both processes. Throws <see cref="InvalidOperationException"/> if messages failed, because a failed message is no
/// fast one.</summary>
internal sealed class MediatorMeasured
{
    public MediatorMeasured(ProcessFigures sender, ProcessFigures node)
    {
        if (sender.Errors.Count > 0)
        {
            throw new InvalidOperationException(
                $"Messages failed: {string.Join(", ", sender.Errors.Select(e => $"{e.Value} with {e.Key}"))}");
        }

        var sent = sender.Values;
        var milliseconds = sent[ReportedValues.WallTime];
        PerSecond = sent[ReportedValues.Calls] * 1000 / milliseconds;
        Megabytes = sent[ReportedValues.PayloadBytes] / 1000 / milliseconds;
        CpuMicroseconds =
            (sent[ReportedValues.CpuTime] + node.Values[ReportedValues.CpuTime]) / sent[ReportedValues.Calls];
    }

    /// <summary>Messages answered per second.</summary>
    public double PerSecond { get; }

    /// <summary>Payload of these messages in MB (10^6 bytes) per second, counted once.</summary>
    public double Megabytes { get; }

    /// <summary>Processor time of both processes per message, microseconds.</summary>
    public double CpuMicroseconds { get; }
}
