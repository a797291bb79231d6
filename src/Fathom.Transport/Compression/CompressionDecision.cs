namespace Fathom.Transport.Compression;

/// <summary>What to do with a message.</summary>
internal enum CompressionDecision
{
    /// <summary>Send it as it is.</summary>
    Plain,

    /// <summary>Send it as it is, and try the codec on a part of it.</summary>
    PlainAndSample,

    /// <summary>Try a part of it first, then ask again.</summary>
    Sample,

    /// <summary>Compress it.</summary>
    Compress,

    /// <summary>Compress it, and try the codec on a part of it: only a sample is decompressed on this side.</summary>
    CompressAndSample,
}
