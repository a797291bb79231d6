namespace Fathom.Contracts;

/// <summary>Limits for reading a message, and the ownership of its memory.</summary>
public sealed record ContractReadOptions
{
    /// <summary>The defaults: 4 MiB (the default of gRPC), 100 levels, no shared memory.</summary>
    public static ContractReadOptions Default { get; } = new();

    /// <summary>Maximum message size in bytes. Default 4 MiB.</summary>
    public int MaxMessageSize { get; init; } = 4 * 1024 * 1024;

    /// <summary>Maximum nesting depth of messages, including the outermost. Default 100, as in protobuf.</summary>
    public int MaxDepth { get; init; } = 100;

    /// <summary>
    /// Allows <see cref="ReadOnlyMemory{T}"/> members to be slices of the input. Use it only for input that is not reused while the message
    /// lives, so not for the buffers of a pipe. A blob that spans segments is copied. Default false.
    /// </summary>
    public bool ShareMemory { get; init; }
}
