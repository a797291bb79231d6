namespace Fathom.Wire.Hpack;

/// <summary>
/// Decodes the field blocks of one direction of a connection (RFC 7541). Owned by that connection. Every block must be decoded, in order,
/// even on refused or reset streams, because each can change the dynamic table. Allocates nothing once its scratch buffers have grown.
/// Scratch buffers above 256 bytes come from the pool and are returned after the block; they hold at most 8/5 of the longest encoded
/// string.
/// </summary>
internal sealed class HpackDecoder
{
    /// <summary>How many times the maximum size of a list may be names that stand in the table. Two bytes can be a field with one of 4 KB,
    /// which is checked, and copied into the table once more: a block of 62,000 bytes took 37 ms and 125 MB of allocations.</summary>
    public const int MostOfMaximum = 4;

    private readonly DynamicTable _table;
    private readonly int _maxHeaderListSize;
    private ScratchBuffer _nameScratch = new();
    private ScratchBuffer _valueScratch = new();
    private int _announcedTableSize;
    private long _namesOfTable;

    // The smallest size acknowledged since the last block, which the first size update must not exceed; MaxValue when no update is
    // required.
    private int _requiredReduction = int.MaxValue;

    /// <summary>Creates a decoder.</summary>
    /// <param name="maxTableSize">The SETTINGS_HEADER_TABLE_SIZE in effect, in bytes; 4,096 until a setting is acknowledged.</param>
    /// <param name="maxHeaderListSize">Maximum size of a list, in bytes, with 32 for each field (RFC 9113 section 6.5.2). The fields of a
    /// list beyond it are decoded and not passed on.</param>
    public HpackDecoder(int maxTableSize = 4096, int maxHeaderListSize = int.MaxValue)
    {
        _table = new DynamicTable(maxTableSize);
        _announcedTableSize = maxTableSize;
        _maxHeaderListSize = maxHeaderListSize;
    }

    /// <summary>The dynamic table, for inspection.</summary>
    public DynamicTable Table => _table;

    /// <summary>The size of the list decoded last, in bytes: names, values, and 32 for each field.</summary>
    public long HeaderListSize { get; private set; }

    /// <summary>Whether the list decoded last exceeded the maximum. Its fields were passed on until they exceeded it.</summary>
    public bool ListTooLarge => HeaderListSize > _maxHeaderListSize;

    /// <summary>The memory that the decoder holds, in bytes.</summary>
    public int AllocatedBytes => _table.AllocatedBytes + _nameScratch.AllocatedBytes + _valueScratch.AllocatedBytes;

    /// <summary>
    /// Applies an acknowledged SETTINGS_HEADER_TABLE_SIZE. When it is below the size in use, the next block must start with a size update
    /// (RFC 9113 section 4.3.1).
    /// </summary>
    public void SetMaxTableSize(int maxTableSize)
    {
        _announcedTableSize = maxTableSize;
        if (maxTableSize < _table.MaxSize)
        {
            _requiredReduction = Math.Min(_requiredReduction, maxTableSize);
        }
    }

    /// <summary>Decodes one complete block and passes its fields to <paramref name="sink"/>.</summary>
    /// <returns>Why the block could not be decoded, or <see cref="HpackFault.None"/>.</returns>
    public HpackFault Decode<TSink>(ReadOnlySpan<byte> block, TSink sink)
        where TSink : IHeaderSink
    {
        (HeaderListSize, _namesOfTable) = (0, 0);
        var position = 0;
        var fault = ReadSizeUpdates(block, ref position);
        while (fault == HpackFault.None && position < block.Length)
        {
            var first = block[position];
            fault = (first & 0x80) != 0 ? ReadIndexed(block, ref position, sink)
                : (first & 0xe0) == 0x20 ? HpackFault.MisplacedSizeUpdate
                : ReadLiteral(block, ref position, first, sink);
        }

        _nameScratch.Return();
        _valueScratch.Return();
        return fault;
    }

    private HpackFault ReadSizeUpdates(ReadOnlySpan<byte> block, ref int position)
    {
        while (position < block.Length && (block[position] & 0xe0) == 0x20)
        {
            var fault = HpackInteger.TryRead(block, ref position, 5, out var size);
            if (fault != HpackFault.None)
            {
                return fault;
            }

            if (size > _announcedTableSize)
            {
                return HpackFault.SizeUpdateTooLarge;
            }

            if (size > _requiredReduction)
            {
                return HpackFault.MissingSizeUpdate;
            }

            _table.Resize(size);
            _requiredReduction = int.MaxValue;
        }

        return _requiredReduction == int.MaxValue ? HpackFault.None : HpackFault.MissingSizeUpdate;
    }

    private HpackFault ReadIndexed<TSink>(ReadOnlySpan<byte> block, ref int position, TSink sink)
        where TSink : IHeaderSink
    {
        var fault = HpackInteger.TryRead(block, ref position, 7, out var index);
        if (fault != HpackFault.None)
        {
            return fault;
        }

        if (index == 0 || index > StaticTable.Count + _table.Count)
        {
            return HpackFault.InvalidIndex;
        }

        var field = index <= StaticTable.Count
            ? new HeaderField(StaticTable.Name(index), StaticTable.Value(index), StaticTable.KnownHeaderAt(index), FieldSyntax.Valid, index,
                false)
            : _table[index - StaticTable.Count - 1];
        Emit(field, sink);
        return HpackFault.None;
    }

    private HpackFault ReadLiteral<TSink>(ReadOnlySpan<byte> block, ref int position, byte first, TSink sink)
        where TSink : IHeaderSink
    {
        var indexing = (first & 0x40) != 0;
        var fault = HpackInteger.TryRead(block, ref position, indexing ? 6 : 4, out var index);
        if (fault == HpackFault.None && index > StaticTable.Count + _table.Count)
        {
            fault = HpackFault.InvalidIndex;
        }

        ReadOnlySpan<byte> name = default;
        KnownHeader known = default;
        if (fault == HpackFault.None && index == 0)
        {
            fault = ReadString(block, ref position, ref _nameScratch, out name);
            known = StaticTable.Identify(name);
        }
        else if (fault == HpackFault.None)
        {
            var dynamic = index - StaticTable.Count - 1;
            name = dynamic < 0 ? StaticTable.Name(index) : _table.NameAt(dynamic);
            known = dynamic < 0 ? StaticTable.KnownHeaderAt(index) : _table.KnownHeaderAt(dynamic);
            _namesOfTable += dynamic < 0 ? 0 : name.Length;
            fault = _namesOfTable > (long)MostOfMaximum * _maxHeaderListSize ? HpackFault.TooManyNames : fault;
        }

        ReadOnlySpan<byte> value = default;
        if (fault == HpackFault.None)
        {
            fault = ReadString(block, ref position, ref _valueScratch, out value);
        }

        if (fault != HpackFault.None)
        {
            return fault;
        }

        var syntax = FieldSyntaxRules.Check(name, value);
        var inTable = indexing && _table.Insert(name, value, known, syntax);
        Emit(inTable ? _table[0] : new HeaderField(name, value, known, syntax, 0, (first & 0xf0) == 0x10), sink);
        return HpackFault.None;
    }

    private void Emit<TSink>(in HeaderField field, TSink sink)
        where TSink : IHeaderSink
    {
        HeaderListSize += field.Name.Length + field.Value.Length + DynamicTable.EntryOverhead;
        if (!ListTooLarge)
        {
            sink.OnHeader(field);
        }
    }

    private static HpackFault ReadString(ReadOnlySpan<byte> block, scoped ref int position, scoped ref ScratchBuffer scratch,
        out ReadOnlySpan<byte> text)
    {
        text = default;
        var huffman = position < block.Length && (block[position] & 0x80) != 0;
        var fault = HpackInteger.TryRead(block, ref position, 7, out var length);
        if (fault != HpackFault.None)
        {
            return fault;
        }

        if (length > block.Length - position)
        {
            return HpackFault.Truncated;
        }

        var raw = block.Slice(position, length);
        position += length;
        if (!huffman)
        {
            text = raw;
            return HpackFault.None;
        }

        var room = scratch.Rent(HuffmanDecoder.MaxDecodedLength(length));
        var decoded = HuffmanDecoder.TryDecode(raw, room);
        if (decoded < 0)
        {
            return HpackFault.InvalidHuffman;
        }

        text = room.AsSpan(0, decoded);
        return HpackFault.None;
    }
}
