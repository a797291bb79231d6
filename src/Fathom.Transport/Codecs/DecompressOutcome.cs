namespace Fathom.Transport.Codecs;

/// <summary>What came of decompressing a message.</summary>
public enum DecompressOutcome
{
    /// <summary>All of it is there.</summary>
    Done,

    /// <summary>There is more of it than the limit allows; decompression stopped there.</summary>
    TooLarge,

    /// <summary>The bytes are not what the codec's format prescribes: damaged, cut off, or followed by others.</summary>
    Malformed,
}
