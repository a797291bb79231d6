namespace Fathom.Wire.Hpack;

/// <summary>
/// An ordered list of fields to send. Owned by the caller, who can clear and reuse it; allocates only when it grows. Pseudo-header fields
/// must be added first (RFC 9113 section 8.3).
/// </summary>
internal sealed class HeaderList
{
    private byte[] _bytes = new byte[256];
    private Row[] _rows = new Row[8];
    private int _length;

    /// <summary>The number of fields.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a copy of a field.</summary>
    /// <returns>This list.</returns>
    /// <exception cref="ArgumentException">The name or value is not valid in HTTP/2 (RFC 9113 section 8.2.1).</exception>
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

    /// <summary>Removes all fields and keeps the memory.</summary>
    public void Clear() => (Count, _length) = (0, 0);

    /// <summary>Returns the name of field <paramref name="index"/>.</summary>
    public ReadOnlySpan<byte> Name(int index) => _bytes.AsSpan(_rows[index].Offset, _rows[index].NameLength);

    /// <summary>Returns the value of field <paramref name="index"/>.</summary>
    public ReadOnlySpan<byte> Value(int index) => _bytes.AsSpan(_rows[index].Offset + _rows[index].NameLength, _rows[index].ValueLength);

    /// <summary>Returns how field <paramref name="index"/> is encoded.</summary>
    public HeaderIndexing Indexing(int index) => _rows[index].Indexing;

    /// <summary>Returns whether the list contains a field with this name and value.</summary>
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
