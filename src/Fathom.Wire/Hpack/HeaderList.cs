namespace Fathom.Wire.Hpack;

/// <summary>
/// A list of fields to be sent, in order. Owned by the caller, who may clear and fill it again and again; it allocates only while it grows.
/// Pseudo-header fields must be added first (RFC 9113 section 8.3).
/// </summary>
internal sealed class HeaderList
{
    private byte[] _bytes = new byte[256];
    private Row[] _rows = new Row[8];
    private int _length;

    /// <summary>Number of fields.</summary>
    public int Count { get; private set; }

    /// <summary>Size in bytes as SETTINGS_MAX_HEADER_LIST_SIZE counts: names, values, and 32 for each field.</summary>
    public int Size => _length + Count * DynamicTable.EntryOverhead;

    /// <summary>Adds a field; the bytes are copied.</summary>
    /// <exception cref="ArgumentException">The name or value is not allowed in HTTP/2 (RFC 9113 section 8.2.1).</exception>
    public HeaderList Add(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, HeaderIndexing indexing = HeaderIndexing.Index)
    {
        var syntax = FieldSyntaxRules.Check(name, value);
        if (syntax != FieldSyntax.Valid)
        {
            throw new ArgumentException(
                $"Header field '{System.Text.Encoding.ASCII.GetString(name)}' cannot be sent: {syntax}. A name is lower-case visible "
                    + $"ASCII; a value holds no NUL, CR, LF and no blank at either end.");
        }

        if (_length + name.Length + value.Length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + name.Length + value.Length));
        }

        if (Count == _rows.Length)
        {
            Array.Resize(ref _rows, Count * 2);
        }

        _rows[Count++] = new Row(_length, name.Length, value.Length, indexing);
        name.CopyTo(_bytes.AsSpan(_length));
        value.CopyTo(_bytes.AsSpan(_length + name.Length));
        _length += name.Length + value.Length;
        return this;
    }

    /// <summary>Empties the list and keeps its memory.</summary>
    public void Clear() => (Count, _length) = (0, 0);

    /// <summary>The name of field <paramref name="index"/>.</summary>
    public ReadOnlySpan<byte> Name(int index) => _bytes.AsSpan(_rows[index].Offset, _rows[index].NameLength);

    /// <summary>The value of field <paramref name="index"/>.</summary>
    public ReadOnlySpan<byte> Value(int index) => _bytes.AsSpan(_rows[index].Offset + _rows[index].NameLength, _rows[index].ValueLength);

    /// <summary>How field <paramref name="index"/> may be encoded.</summary>
    public HeaderIndexing Indexing(int index) => _rows[index].Indexing;

    /// <summary>Whether the list holds this field.</summary>
    public bool Contains(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        for (var i = 0; i < Count; i++)
        {
            if (Name(i).SequenceEqual(name) && Value(i).SequenceEqual(value))
            {
                return true;
            }
        }

        return false;
    }

    private readonly record struct Row(int Offset, int NameLength, int ValueLength, HeaderIndexing Indexing);
}
