namespace Fathom.Mediator.Settings;

/// <summary>The condition for compressing a message.</summary>
public enum CompressionMode
{
    /// <summary>While compressing, sending and decompressing takes less time than sending uncompressed; measured for each message
    /// type.</summary>
    Adaptive = 0,

    /// <summary>Whenever the message becomes smaller.</summary>
    Always,
}

/// <summary>The direction in which messages are compressed.</summary>
public enum CompressionDirection
{
    /// <summary>Requests and responses.</summary>
    Both = 0,

    /// <summary>Responses only.</summary>
    Responses,

    /// <summary>Requests only.</summary>
    Requests,
}

/// <summary>Compression of messages: the section <c>Grpc:Compression</c>.</summary>
public sealed class CompressionSettings
{
    /// <summary>The <see cref="Codec"/> of uncompressed messages.</summary>
    public const string None = "none";

    /// <summary><c>none</c> (the default), or a codec by its name in <c>grpc-encoding</c>: gzip, deflate, br, lz4, zstd.</summary>
    public string Codec { get; set; } = None;

    /// <summary>The codec's compression level; its default when null.</summary>
    public int? Level { get; set; }

    /// <summary>When a message is compressed. Default <see cref="CompressionMode.Adaptive"/>.</summary>
    public CompressionMode Mode { get; set; }

    /// <summary>Which messages are compressed. Default both directions.</summary>
    public CompressionDirection Messages { get; set; }
}
