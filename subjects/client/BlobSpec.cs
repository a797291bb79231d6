namespace Fathom.Subjects.Client;

/// <summary>The workload <c>blob</c>: one blob, from the server or to it.</summary>
internal sealed record BlobSpec : TargetSpec
{
    /// <summary>Bytes of the blob.</summary>
    public required int Size { get; init; }

    /// <summary>Over what: <c>http1</c>, <c>h2c</c>, <c>grpc-unary</c>, <c>grpc-stream</c>, or <c>grpc-upload</c>.</summary>
    public required string Protocol { get; init; }

    /// <summary>Of http1 and h2c: which of the server's ways to write (<c>blobSync</c>, <c>blobAsync</c>).</summary>
    public required string Path { get; init; }

    /// <summary><c>new</c>: the blob's own connection is part of what is timed; <c>connected</c>: a byte went over it before; <c>warm</c>:
    /// a whole blob did.</summary>
    public required string Connection { get; init; }

    /// <summary>First flow-control window of a stream, bytes; null for the client's default.</summary>
    public int? StreamWindow { get; init; }
}
