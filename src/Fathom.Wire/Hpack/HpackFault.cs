namespace Fathom.Wire.Hpack;

/// <summary>Why a block could not be decoded; each is a connection error COMPRESSION_ERROR (RFC 9113 section 4.3), since the tables of the
/// two ends differ from here on.</summary>
internal enum HpackFault : byte
{
    /// <summary>The block was decoded whole.</summary>
    None = 0,
    /// <summary>The block ends inside a field.</summary>
    Truncated,
    /// <summary>An integer is over 2^31-1 or longer than five continuation bytes (RFC 7541 section 5.1 lets a decoder limit
    /// both).</summary>
    IntegerTooLarge,
    /// <summary>Index 0, or one beyond both tables (RFC 7541 sections 2.3.3 and 6.1).</summary>
    InvalidIndex,
    /// <summary>EOS inside a string, padding over 7 bits, or padding that is not the start of EOS (RFC 7541 section 5.2).</summary>
    InvalidHuffman,
    /// <summary>A table size update after the first field (RFC 7541 section 4.2).</summary>
    MisplacedSizeUpdate,
    /// <summary>A table size update above the announced SETTINGS_HEADER_TABLE_SIZE (RFC 7541 section 6.3).</summary>
    SizeUpdateTooLarge,
    /// <summary>The announced table size was reduced and acknowledged, and the next block does not start with a size update (RFC 9113
    /// section 4.3.1).</summary>
    MissingSizeUpdate,
}
