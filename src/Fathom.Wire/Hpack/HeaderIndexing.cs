namespace Fathom.Wire.Hpack;

/// <summary>How the encoder may treat a field (RFC 7541 section 6.2).</summary>
internal enum HeaderIndexing : byte
{
    /// <summary>Put in the dynamic table: for what recurs on a connection.</summary>
    Index = 0,
    /// <summary>Left out of the table: for what changes with every call.</summary>
    NoIndex,
    /// <summary>Left out by every hop, so that its value cannot be guessed from sizes (section 7.1.3): for secrets.</summary>
    NeverIndex,
}
