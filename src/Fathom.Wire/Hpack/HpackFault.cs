namespace Fathom.Wire.Hpack;

/// <summary>Why a block could not be decoded. Each fault is a connection error, because the dynamic tables of the two endpoints differ from
/// then on: COMPRESSION_ERROR (RFC 9113 section 4.3), but for <see cref="TooManyNames"/>.</summary>
internal enum HpackFault : byte
{
    /// <summary>The complete block was decoded.</summary>
    None = 0,
    /// <summary>The block ends inside a field.</summary>
    Truncated,
    /// <summary>An integer exceeds 2^31-1 or has more than five continuation bytes. RFC 7541 section 5.1 lets a decoder limit
    /// both.</summary>
    IntegerTooLarge,
    /// <summary>An index is 0 or beyond both tables (RFC 7541 sections 2.3.3 and 6.1).</summary>
    InvalidIndex,
    /// <summary>A string contains EOS, more than 7 bits of padding, or padding that is not a prefix of EOS (RFC 7541 section
    /// 5.2).</summary>
    InvalidHuffman,
    /// <summary>A table size update follows a field (RFC 7541 section 4.2).</summary>
    MisplacedSizeUpdate,
    /// <summary>A table size update exceeds the announced SETTINGS_HEADER_TABLE_SIZE (RFC 7541 section 6.3).</summary>
    SizeUpdateTooLarge,
    /// <summary>A reduced table size was acknowledged, and the next block does not start with a size update (RFC 9113 section
    /// 4.3.1).</summary>
    MissingSizeUpdate,
    /// <summary>Names of the table come again as those of new fields, with more than <see cref="HpackDecoder.MostOfMaximum"/> times the
    /// bytes that a list may have: ENHANCE_YOUR_CALM.</summary>
    TooManyNames,
}
