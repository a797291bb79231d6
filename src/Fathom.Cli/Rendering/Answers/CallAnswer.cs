using System.Text.Json;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Rendering.Answers;

/// <summary>What <c>fathom call --output json</c> writes, when the call has ended.</summary>
internal sealed record CallAnswer
{
    public string Schema { get; } = "fathom.call/1";

    /// <summary>The method: <c>pkg.Service/Method</c>.</summary>
    public required string Method { get; init; }

    /// <summary>The status; null where Ctrl-C ended the call.</summary>
    public CallStatus? Status { get; init; }

    /// <summary>The header, by name.</summary>
    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Headers { get; init; }

    /// <summary>The compression that replies may have (<c>grpc-encoding</c>); null where the header names none.</summary>
    public string? Encoding { get; init; }

    /// <summary>The replies in their order; null stands for one that cannot be read. With <c>--data-format</c> they are text: hex, or else
    /// base64.</summary>
    public required IReadOnlyList<JsonElement?> Replies { get; init; }

    /// <summary>The trailer, by name.</summary>
    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Trailers { get; init; }

    /// <summary>What the descriptors cannot read; null where there is nothing.</summary>
    public IReadOnlyList<UnreadableBytes>? Unreadable { get; init; }

    /// <summary>Metadata by name.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>> Of(Metadata metadata) => metadata.GroupBy(e => e.Key)
        .ToDictionary(g => g.Key, g => (IReadOnlyList<string>)[.. g.Select(TextOf)]);

    /// <summary>A value as text; base64 where the name ends in <c>-bin</c>.</summary>
    public static string TextOf(MetadataEntry entry) => entry.Key.EndsWith("-bin", StringComparison.Ordinal)
        ? Convert.ToBase64String(entry.ValueBytes.Span) : entry.Value;
}

/// <summary>The status in it.</summary>
/// <param name="Code">The number.</param>
/// <param name="Name">Its name in gRPC's specification: <c>NOT_FOUND</c>.</param>
/// <param name="Message">What the server or the transport said; may be empty.</param>
/// <param name="Details">The details (<c>grpc-status-details-bin</c>), in their order.</param>
internal sealed record CallStatus(int Code, string Name, string Message, IReadOnlyList<JsonElement> Details);

/// <summary>Bytes that the descriptors cannot read.</summary>
/// <param name="What">Which: <c>reply 2</c>.</param>
/// <param name="Fault">Why.</param>
/// <param name="Bytes">All of them, in base64.</param>
internal sealed record UnreadableBytes(string What, string Fault, string Bytes);
