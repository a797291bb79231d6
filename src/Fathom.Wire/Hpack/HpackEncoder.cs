using System.Buffers;

namespace Fathom.Wire.Hpack;

/// <summary>
/// Encodes the field blocks of one direction of a connection (RFC 7541). Owned by that connection. Blocks must be sent in the order in
/// which they were encoded. Allocates nothing once its buffers have grown; a block buffer above 256 bytes comes from the pool.
/// </summary>
internal sealed class HpackEncoder
{
    private const int SmallestBlock = 64;
    private const int MaxRetained = 256;

    private readonly DynamicTable _table;
    private readonly EncoderTableSize _tableSize;
    private readonly EncoderIndex _index = new();
    private readonly TemplateCache _templates = new();
    private byte[] _block = [];
    private int _length;

    /// <summary>Creates an encoder.</summary>
    /// <param name="preferredTableSize">Maximum size of the dynamic table, in bytes, even when the peer allows more.</param>
    public HpackEncoder(int preferredTableSize = 4096)
    {
        _tableSize = new EncoderTableSize(preferredTableSize);
        _table = new DynamicTable(Math.Min(preferredTableSize, 4096));
    }

    /// <summary>The dynamic table, for inspection.</summary>
    public DynamicTable Table => _table;

    /// <summary>The block started with <see cref="Begin"/>. Valid until the next <see cref="Begin"/> or <see cref="Release"/>.</summary>
    public ReadOnlySpan<byte> Block => _block.AsSpan(0, _length);

    /// <summary>Applies the peer's SETTINGS_HEADER_TABLE_SIZE. The next block starts with the size update (RFC 7541 section 4.2).</summary>
    public void SetPeerMaxTableSize(uint size) => _tableSize.SetPeerMaximum(size);

    /// <summary>Starts a block.</summary>
    public void Begin()
    {
        _length = 0;
        if (!_tableSize.IsPending)
        {
            return;
        }

        _tableSize.TakeUpdates(out var first, out var last);
        if (first >= 0)
        {
            Resize(first);
        }

        Resize(last);
    }

    /// <summary>Empties <see cref="Block"/> and returns a large buffer to the pool. Call it after each block, once the block was
    /// copied.</summary>
    public void Release()
    {
        _length = 0;
        if (_block.Length > MaxRetained)
        {
            ArrayPool<byte>.Shared.Return(_block);
            _block = [];
        }
    }

    /// <summary>Adds all fields of a template, from the cached encoding when the dynamic table has not changed.</summary>
    public void Add(HeaderTemplate template)
    {
        ArgumentNullException.ThrowIfNull(template);
        var kept = _templates.Find(template, _table);
        if (!kept.IsEmpty)
        {
            Reserve(kept.Length);
            kept.CopyTo(_block.AsSpan(_length));
            _length += kept.Length;
            return;
        }

        var start = _length;
        var inserted = _table.InsertCount;
        Add(template.Fields);

        // An encoding that inserted entries is not cached, because the next one refers to those entries by index.
        if (_table.InsertCount == inserted)
        {
            _templates.Keep(template, _table, _block.AsSpan(start, _length - start));
        }
    }

    /// <summary>Adds all fields of a list.</summary>
    public void Add(HeaderList fields)
    {
        ArgumentNullException.ThrowIfNull(fields);
        for (var i = 0; i < fields.Count; i++)
        {
            Add(fields.Name(i), fields.Value(i), fields.Indexing(i));
        }
    }

    /// <summary>Adds one field. The caller must have validated its syntax, as <see cref="HeaderList.Add"/> does.</summary>
    public void Add(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, HeaderIndexing indexing)
    {
        Reserve(2 * HpackInteger.MaxLength + name.Length + HpackInteger.MaxLength + value.Length);
        var nameIndex = StaticTable.Find(name, value, out var exact);
        if (indexing != HeaderIndexing.NeverIndex)
        {
            if (exact > 0)
            {
                WriteInteger(0x80, 7, exact);
                return;
            }

            var position = _index.Find(_table, name, value);
            if (position >= 0)
            {
                WriteInteger(0x80, 7, StaticTable.Count + 1 + position);
                return;
            }
        }

        if (nameIndex == 0)
        {
            nameIndex = _index.FindName(_table, name) is var named && named >= 0 ? StaticTable.Count + 1 + named : 0;
        }

        // Inserting an entry larger than the table would only empty the table (RFC 7541 section 4.4).
        var insert = indexing == HeaderIndexing.Index && name.Length + value.Length + DynamicTable.EntryOverhead <= _table.MaxSize;
        WriteLiteral(name, value, nameIndex, insert ? HeaderIndexing.Index : indexing == HeaderIndexing.Index ? HeaderIndexing.NoIndex
            : indexing);
        if (insert)
        {
            _table.Insert(name, value, KnownHeader.Unknown, FieldSyntax.Valid);
            _index.Add(_table.InsertCount, name, value);
        }
    }

    private void WriteLiteral(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, int nameIndex, HeaderIndexing form)
    {
        switch (form)
        {
            case HeaderIndexing.Index:
                WriteInteger(0x40, 6, nameIndex);
                break;
            case HeaderIndexing.NeverIndex:
                WriteInteger(0x10, 4, nameIndex);
                break;
            default:
                WriteInteger(0x00, 4, nameIndex);
                break;
        }

        if (nameIndex == 0)
        {
            WriteString(name);
        }

        WriteString(value);
    }

    private void Resize(int size)
    {
        Reserve(HpackInteger.MaxLength);
        WriteInteger(0x20, 5, size);
        _table.Resize(size);
    }

    private void WriteInteger(byte flags, int prefixBits, int value) =>
        _length += HpackInteger.Write(_block.AsSpan(_length), flags, prefixBits, value);

    private void WriteString(ReadOnlySpan<byte> text)
    {
        var encoded = HuffmanEncoder.EncodedLength(text);
        if (encoded < text.Length)
        {
            WriteInteger(0x80, 7, encoded);
            _length += HuffmanEncoder.Encode(text, _block.AsSpan(_length));
            return;
        }

        WriteInteger(0x00, 7, text.Length);
        text.CopyTo(_block.AsSpan(_length));
        _length += text.Length;
    }

    private void Reserve(int length)
    {
        if (_length + length <= _block.Length)
        {
            return;
        }

        var wanted = Math.Max(SmallestBlock, Math.Max(_block.Length * 2, _length + length));
        var larger = wanted <= MaxRetained ? new byte[wanted] : ArrayPool<byte>.Shared.Rent(wanted);
        Block.CopyTo(larger);
        if (_block.Length > MaxRetained)
        {
            ArrayPool<byte>.Shared.Return(_block);
        }

        _block = larger;
    }
}
