namespace Fathom.Transport.Compression;

/// <summary>How to send a message.</summary>
internal enum CompressionDecision
{
    /// <summary>Send it uncompressed.</summary>
    Plain,

    /// <summary>Send it uncompressed, and measure the codec on a sample of it.</summary>
    PlainAndSample,

    /// <summary>Measure the codec on a sample of it, then decide again.</summary>
    Sample,

    /// <summary>Compress it.</summary>
    Compress,

    /// <summary>Compress it, and measure the codec on a sample of it, because only samples are decompressed on this side.</summary>
    CompressAndSample,
}
