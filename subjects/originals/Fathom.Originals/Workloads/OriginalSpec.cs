using System.Text.Json.Serialization;
using Fathom.Originals.Calls;

namespace Fathom.Originals.Workloads;

/// <summary>Members that every specification has.</summary>
public record OriginalSpec
{
    /// <summary>Names the workload.</summary>
    public required string Kind { get; init; }

    /// <summary>Where the server listens.</summary>
    public required Uri Target { get; init; }

    /// <summary>The certificate to trust, PEM; null where the server has no TLS.</summary>
    public string? Certificate { get; init; }

    /// <summary>How the service is declared: <c>proto</c> or <c>code-first</c>.</summary>
    public required string Contract { get; init; }

    /// <summary>One of <see cref="CallForm.All"/>.</summary>
    public required string Call { get; init; }

    /// <summary>One of <see cref="ChannelEnd.All"/>.</summary>
    public required string Disposal { get; init; }

    /// <summary>Calls in all; of <c>published-order</c>, calls of each part.</summary>
    public required int Calls { get; init; }

    /// <summary>Concurrent calls; 1 is one after another.</summary>
    public required int Callers { get; init; }

    /// <summary>For <c>ThreadPool.SetMinThreads</c>; null leaves the default.</summary>
    public int? MinThreads { get; init; }

    /// <summary>For Grpc.Core's <c>GrpcEnvironment.SetHandlerInlining</c>: completions run on the library's own threads.</summary>
    public bool? HandlerInlining { get; init; }

    /// <summary>Refuses words that no member accepts.</summary>
    /// <exception cref="FormatException">A word cannot be used.</exception>
    internal void RefuseUnknownWords()
    {
        Require("call", Call, CallForm.All);
        Require("disposal", Disposal, ChannelEnd.All);
    }

    /// <summary>Refuses a word that is not accepted.</summary>
    /// <exception cref="FormatException">The word cannot be used.</exception>
    protected static void Require(string member, string word, IReadOnlyList<string> accepted)
    {
        if (!accepted.Contains(word))
        {
            throw new FormatException($"{member} '{word}' cannot be used; accepted: {string.Join(", ", accepted)}");
        }
    }

    /// <summary>Sets the minimum of the thread pool, where the specification has one.</summary>
    /// <exception cref="FormatException">The thread pool refuses it.</exception>
    internal void ApplyMinThreads()
    {
        if (MinThreads is { } threads && !ThreadPool.SetMinThreads(threads, threads))
        {
            throw new FormatException($"min_threads '{threads}' cannot be used: ThreadPool.SetMinThreads refuses it");
        }
    }
}

/// <summary>Specification of <see cref="UnaryWorkload"/>.</summary>
public sealed record UnarySpec : OriginalSpec
{
    /// <summary>Calls of the warm-up, over channels of its own.</summary>
    public required int WarmUpCalls { get; init; }

    /// <summary>Concurrent calls of the warm-up; 1 (one after another) leaves the thread pool as it was.</summary>
    public required int WarmUpCallers { get; init; }

    /// <summary><c>new</c> for every call, or <c>reused</c>.</summary>
    public required string Channel { get; init; }

    /// <summary>Whether all calls share a channel.</summary>
    /// <exception cref="FormatException"><see cref="Channel"/> cannot be used.</exception>
    internal bool IsReused()
    {
        Require("channel", Channel, ["new", "reused"]);
        return Channel == "reused";
    }
}

/// <summary>Specification of <see cref="PublishedOrderWorkload"/>.</summary>
public sealed record PublishedOrderSpec : OriginalSpec;

/// <summary>Generated readers of specifications. An unknown member is an error.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(UnarySpec))]
[JsonSerializable(typeof(PublishedOrderSpec))]
internal sealed partial class OriginalSpecContext : JsonSerializerContext;
