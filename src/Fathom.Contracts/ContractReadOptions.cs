namespace Fathom.Contracts;

/// <summary>Limits for reading a message, and whether the message shares memory with the input.</summary>
public sealed record ContractReadOptions
{
    /// <summary>The default options: 4 MiB (the default of gRPC), 100 levels, no shared memory.</summary>
    public static ContractReadOptions Default { get; } = new();

    /// <summary>Maximum message size in bytes. Default 4 MiB.</summary>
    public int MaxMessageSize { get; init; } = 4 * 1024 * 1024;

    /// <summary>Maximum nesting depth of messages, including the outermost message. Default 100, as in protobuf.</summary>
    public int MaxDepth { get; init; } = 100;

    /// <summary>
    /// Whether <see cref="ReadOnlyMemory{T}"/> members can be slices of the input instead of copies. Set it only if the input buffer is not
    /// reused during the lifetime of the message; the buffers of a pipe are. A value that spans segments is always copied. Default false.
    /// </summary>
    public bool ShareMemory { get; init; }
}
