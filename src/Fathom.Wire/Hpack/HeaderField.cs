namespace Fathom.Wire.Hpack;

/// <summary>
/// One decoded field. The spans point into the input, the dynamic table or a scratch buffer of the decoder and are valid only until the
/// call that received the field returns.
/// </summary>
internal readonly ref struct HeaderField
{
    /// <summary>Makes a field.</summary>
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

    /// <summary>The name, as it was sent.</summary>
    public ReadOnlySpan<byte> Name { get; }

    /// <summary>The value, as it was sent.</summary>
    public ReadOnlySpan<byte> Value { get; }

    /// <summary>The name as a number, where it is a well-known one.</summary>
    public KnownHeader KnownHeader { get; }

    /// <summary>What RFC 9113 section 8.2.1 says of name and value; found out once for an entry of a table, however often it is
    /// used.</summary>
    public FieldSyntax Syntax { get; }

    /// <summary>
    /// Identity of the table entry that holds exactly this name and value, or 0 where it is in no table: 1 to 61 are the static table's,
    /// higher numbers are given to dynamic entries in order of insertion and never used twice on a connection. What was derived from a
    /// field (a method from a path) can be kept under it.
    /// </summary>
    public long EntryId { get; }

    /// <summary>Sent as never-indexed (RFC 7541 section 6.2.3): an intermediary must forward it the same way.</summary>
    public bool NeverIndexed { get; }
}
