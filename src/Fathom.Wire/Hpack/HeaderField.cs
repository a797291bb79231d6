namespace Fathom.Wire.Hpack;

/// <summary>
/// One decoded field. Its spans point into the input, the dynamic table or a scratch buffer of the decoder. They are valid only until the
/// method that received the field returns.
/// </summary>
internal readonly ref struct HeaderField
{
    /// <summary>Creates a field.</summary>
    public HeaderField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, KnownHeader known, FieldSyntax syntax, long entryId,
        bool neverIndexed)
    {
        Name = name;
        Value = value;
        KnownHeader = known;
        Syntax = syntax;
        EntryId = entryId;
        NeverIndexed = neverIndexed;
    }

    /// <summary>The name as it was sent.</summary>
    public ReadOnlySpan<byte> Name { get; }

    /// <summary>The value as it was sent.</summary>
    public ReadOnlySpan<byte> Value { get; }

    /// <summary>The well-known name, or <see cref="Hpack.KnownHeader.Unknown"/>.</summary>
    public KnownHeader KnownHeader { get; }

    /// <summary>Whether the name and value are valid (RFC 9113 section 8.2.1). Determined once for each table entry, however often the
    /// entry is used.</summary>
    public FieldSyntax Syntax { get; }

    /// <summary>
    /// The identity of the table entry with exactly this name and value, or 0 when the field is in no table. 1 to 61 are static entries;
    /// dynamic entries have higher numbers in order of insertion, which are not reused on a connection. A consumer can use it as the key of
    /// a cache for data derived from the field, such as the method that a path names.
    /// </summary>
    public long EntryId { get; }

    /// <summary>Whether the field was sent as never-indexed (RFC 7541 section 6.2.3). An intermediary must forward it the same
    /// way.</summary>
    public bool NeverIndexed { get; }
}
