namespace Fathom.Mediator.Settings;

/// <summary>When a message is compressed.</summary>
public enum CompressionMode
{
    /// <summary>While compressing, sending and decompressing takes less time than sending as it is; learned for each message
    /// type.</summary>
    WherePays = 0,

    /// <summary>Whenever it becomes smaller.</summary>
    Always,
}

/// <summary>Which messages are compressed.</summary>
public enum CompressionDirection
{
    /// <summary>What is sent and what is answered.</summary>
    Both = 0,

    /// <summary>What is answered alone.</summary>
    Responses,

    /// <summary>What is sent alone.</summary>
    Requests,
}

/// <summary>How messages are compressed: the section <c>Grpc:Compression</c>.</summary>
public sealed class CompressionSettings
{
    /// <summary>What <see cref="Codec"/> says where nothing is compressed.</summary>
    public const string None = "none";

    /// <summary><c>none</c> (the default), or a codec by its name in <c>grpc-encoding</c>: gzip, deflate, br, lz4, zstd.</summary>
    public string Codec { get; set; } = None;

    /// <summary>One of the codec's levels; its default when null.</summary>
    public int? Level { get; set; }

    /// <summary>When.</summary>
    public CompressionMode Mode { get; set; }

    /// <summary>Which.</summary>
    public CompressionDirection Messages { get; set; }
}
