using System.Text.Json.Serialization;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>The workload <c>mediator</c>: tasks that send one message after another for a time.</summary>
internal sealed record SendSpec
{
    /// <summary>Names the workload.</summary>
    public required string Kind { get; init; }

    /// <summary>Where the node listens.</summary>
    public required Uri Target { get; init; }

    /// <summary>The root's certificate and key, the sender's, and its key, PEM; null without TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary><c>ping</c>, <c>bing</c>, or <c>unary</c>: a call without a mediator.</summary>
    public required string Message { get; init; }

    /// <summary><c>zero</c>, <c>text</c> or <c>rand</c>.</summary>
    public required string Payload { get; init; }

    /// <summary>Bytes of it.</summary>
    public required int Size { get; init; }

    /// <summary>Of what is sent: <c>raw</c>, <c>gzip</c> or <c>lz4</c>.</summary>
    public required string Compression { get; init; }

    /// <summary>Largest message, bytes.</summary>
    public required int MaxMessage { get; init; }

    /// <summary><c>once</c> or <c>per-call</c>.</summary>
    public required string CertificateUse { get; init; }

    /// <summary><c>global</c> or <c>none</c>.</summary>
    public required string Lock { get; init; }

    /// <summary><c>pooled</c> or <c>per-call</c>.</summary>
    public required string Channel { get; init; }

    /// <summary>Tasks.</summary>
    public required int Callers { get; init; }

    /// <summary>Seconds of the same before it counts.</summary>
    public required double WarmUpSeconds { get; init; }

    /// <summary>Seconds that count.</summary>
    public required double Seconds { get; init; }
}

/// <summary>How it is read, generated: found out by reflection it would be part of every replicate. A name that is not known is an
/// error.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(SendSpec))]
internal sealed partial class SendSpecContext : JsonSerializerContext;
