namespace Fathom.Subjects.Client;

/// <summary>The workload <c>download</c>: one after another, over one channel.</summary>
internal sealed record DownloadSpec : TargetSpec
{
    /// <summary>What to download.</summary>
    public required string Payload { get; init; }

    /// <summary><c>one</c> message, or a <c>stream</c> of records.</summary>
    public required string Shape { get; init; }

    /// <summary>A codec, or <c>none</c>.</summary>
    public required string Codec { get; init; }

    /// <summary><c>default</c>, <c>best</c>, or one of the codec's numbers.</summary>
    public required string Level { get; init; }

    /// <summary><c>always</c> or <c>where-it-pays</c>.</summary>
    public required string Policy { get; init; }

    /// <summary>Downloads in all.</summary>
    public required int Calls { get; init; }

    /// <summary>Downloads before, over the same channel: compiled code, windows that have grown.</summary>
    public required int WarmUpCalls { get; init; }
}
