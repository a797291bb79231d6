using System.Buffers;

namespace Fathom.Wire.Hpack;

/// <summary>
/// Encodes the field blocks of one direction of a connection (RFC 7541). Owned by that connection; blocks must be sent in the order they
/// were encoded. Allocates nothing once its buffers have grown; a block beyond 256 bytes is pooled.
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

    /// <summary>Makes an encoder.</summary>
    /// <param name="preferredTableSize">The largest dynamic table wanted, in bytes, however much the peer allows.</param>
    public HpackEncoder(int preferredTableSize = 4096)
    {
        _tableSize = new EncoderTableSize(preferredTableSize);
        _table = new DynamicTable(Math.Min(preferredTableSize, 4096));
    }

    /// <summary>The dynamic table, to look at.</summary>
    public DynamicTable Table => _table;

    /// <summary>The block begun with <see cref="Begin"/>; valid until the next one begins or <see cref="Release"/>.</summary>
    public ReadOnlySpan<byte> Block => _block.AsSpan(0, _length);

    /// <summary>Takes the peer's SETTINGS_HEADER_TABLE_SIZE (RFC 7541 section 4.2: signalled at the start of the next block).</summary>
    public void SetPeerMaxTableSize(uint size) => _tableSize.SetPeerMaximum(size);

    /// <summary>Begins a block.</summary>
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

    /// <summary>Gives back what a large block took, after it was copied; <see cref="Block"/> is empty then. Worth a call after each
    /// block.</summary>
    public void Release()
    {
        _length = 0;
        if (_block.Length > MaxRetained)
        {
            ArrayPool<byte>.Shared.Return(_block);
            _block = [];
        }
    }

    /// <summary>Adds all fields of a template, from its kept encoding where the table is as it was.</summary>
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

        // What inserted something is not what will be sent next time: that refers to the entries instead.
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

    /// <summary>Adds one field. Its syntax is the caller's business (<see cref="HeaderList.Add"/> checks it).</summary>
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

        // An entry larger than the table would only empty it (RFC 7541 section 4.4).
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
