namespace Fathom.Transport.Codecs;

/// <summary>The result of decompressing a message.</summary>
public enum DecompressOutcome
{
    /// <summary>The message was decompressed.</summary>
    Done,

    /// <summary>The message exceeds the size limit; decompression stopped there.</summary>
    TooLarge,

    /// <summary>The bytes are not valid in the format of the codec: damaged, truncated, or followed by other bytes.</summary>
    Malformed,
}
