namespace Fathom.Wire.Hpack;

/// <summary>How the encoder represents a field (RFC 7541 section 6.2).</summary>
internal enum HeaderIndexing : byte
{
    /// <summary>Literal with incremental indexing: for fields that recur on a connection.</summary>
    Index = 0,
    /// <summary>Literal without indexing: for fields that change with every call.</summary>
    NoIndex,
    /// <summary>Literal never indexed, by any hop: for secrets, whose value could otherwise be guessed from compressed sizes (section
    /// 7.1.3).</summary>
    NeverIndex,
}
