namespace Fathom.Contracts;

/// <summary>What is accepted when a message is read, and who owns its memory.</summary>
public sealed record ContractReadOptions
{
    /// <summary>4 MiB (as gRPC accepts unless told otherwise), 100 levels, nothing shared.</summary>
    public static ContractReadOptions Default { get; } = new();

    /// <summary>The largest message in bytes.</summary>
    public int MaxMessageSize { get; init; } = 4 * 1024 * 1024;

    /// <summary>How deep messages may be nested, the outermost counted; protobuf's own limit is 100 too.</summary>
    public int MaxDepth { get; init; } = 100;

    /// <summary>
    /// Whether <see cref="ReadOnlyMemory{T}"/> members may be slices of the input. Only for input that is not reused while the message
    /// lives (not for the buffers of a pipe). A blob that spans segments is copied all the same.
    /// </summary>
    public bool ShareMemory { get; init; }
}
