namespace Fathom.Wire.Hpack;

/// <summary>
/// The dynamic table (RFC 7541 section 2.3.2), one for each direction of a connection and owned by its encoder or decoder. Names and values
/// lie in one array, appended at its end; when that is full the live ones move to a second array and the two change places, so that a span
/// into the table outlives the one insertion it may be the source of (a name taken from an entry which that insertion evicts, section 4.4).
/// </summary>
internal sealed class DynamicTable
{
    /// <summary>What each entry costs beyond its name and value, in bytes (RFC 7541 section 4.1).</summary>
    public const int EntryOverhead = 32;

    // A connection's table often holds no more than a few entries, and there may be many connections: arrays start small, and not before
    // they are needed.
    private const int SmallestArray = 128;
    private const int FewestEntries = 4;
    private byte[] _bytes = [];
    private byte[] _spare = [];
    private Entry[] _entries = [];
    private int _tail;
    private long _insertCount;

    /// <summary>Makes a table.</summary>
    /// <param name="maxSize">The size it may reach, in bytes as section 4.1 counts.</param>
    public DynamicTable(int maxSize) => MaxSize = maxSize;

    /// <summary>The size the table may have, in bytes.</summary>
    public int MaxSize { get; private set; }

    /// <summary>The size of the entries, in bytes, never over <see cref="MaxSize"/>.</summary>
    public int Size { get; private set; }

    /// <summary>Number of entries.</summary>
    public int Count { get; private set; }

    /// <summary>How many entries were ever inserted: the newest has this number, and numbers are never used again.</summary>
    public long InsertCount => _insertCount;

    /// <summary>Bytes of memory held, whatever the table's size: for bounds in tests.</summary>
    public int AllocatedBytes => _bytes.Length + _spare.Length + _entries.Length * System.Runtime.CompilerServices.Unsafe.SizeOf<Entry>();

    /// <summary>Number of the entry at a position; position 0 is the newest.</summary>
    public long NumberAt(int position) => _insertCount - position;

    /// <summary>Position of entry number <paramref name="number"/>, or -1 where it was evicted.</summary>
    public int PositionOf(long number)
    {
        var position = _insertCount - number;
        return position >= 0 && position < Count ? (int)position : -1;
    }

    /// <summary>The entry at a position, 0 (the newest) to <see cref="Count"/> - 1, as a field.</summary>
    public HeaderField this[int position]
    {
        get
        {
            ref readonly var entry = ref At(position);
            var name = _bytes.AsSpan(entry.Offset, entry.NameLength);
            var value = _bytes.AsSpan(entry.Offset + entry.NameLength, entry.ValueLength);
            return new HeaderField(name, value, entry.KnownHeader, entry.Syntax, StaticTable.Count + NumberAt(position), false);
        }
    }

    /// <summary>The name of the entry at a position.</summary>
    public ReadOnlySpan<byte> NameAt(int position)
    {
        ref readonly var entry = ref At(position);
        return _bytes.AsSpan(entry.Offset, entry.NameLength);
    }

    /// <summary>The number of the name at a position.</summary>
    public KnownHeader KnownHeaderAt(int position) => At(position).KnownHeader;

    /// <summary>Sets the size the table may have, evicting what no longer fits.</summary>
    public void Resize(int maxSize)
    {
        MaxSize = maxSize;
        EvictTo(maxSize);
    }

    /// <summary>
    /// Adds an entry after evicting the oldest to make room; one larger than the table empties it and is not added (RFC 7541 section 4.4).
    /// The spans may point into this table.
    /// </summary>
    /// <returns>Whether the entry was added.</returns>
    public bool Insert(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, KnownHeader known, FieldSyntax syntax)
    {
        var length = name.Length + value.Length;
        var size = (long)length + EntryOverhead;
        if (size > MaxSize)
        {
            EvictTo(0);
            return false;
        }

        EvictTo(MaxSize - (int)size);
        Reserve(length);
        name.CopyTo(_bytes.AsSpan(_tail));
        value.CopyTo(_bytes.AsSpan(_tail + name.Length));
        if (Count == _entries.Length)
        {
            GrowEntries();
        }

        _insertCount++;
        _entries[_insertCount & (_entries.Length - 1)] = new Entry(_tail, name.Length, value.Length, known, syntax);
        _tail += length;
        Size += (int)size;
        Count++;
        return true;
    }

    private ref readonly Entry At(int position)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)position, (uint)Count, nameof(position));
        return ref _entries[(_insertCount - position) & (_entries.Length - 1)];
    }

    private void EvictTo(int size)
    {
        while (Size > size)
        {
            ref readonly var oldest = ref At(Count - 1);
            Size -= oldest.NameLength + oldest.ValueLength + EntryOverhead;
            Count--;
        }
    }

    private void Reserve(int length)
    {
        if (_tail + length <= _bytes.Length)
        {
            return;
        }

        var live = Size - Count * EntryOverhead;
        var wanted = Math.Max(SmallestArray, _bytes.Length);
        while (wanted < 2 * (live + length))
        {
            wanted *= 2;
        }

        if (_spare.Length < wanted)
        {
            _spare = new byte[wanted];
        }

        var tail = 0;
        for (var position = Count - 1; position >= 0; position--)
        {
            ref var entry = ref _entries[(_insertCount - position) & (_entries.Length - 1)];
            _bytes.AsSpan(entry.Offset, entry.NameLength + entry.ValueLength).CopyTo(_spare.AsSpan(tail));
            entry = entry with { Offset = tail };
            tail += entry.NameLength + entry.ValueLength;
        }

        (_bytes, _spare) = (_spare, _bytes);
        _tail = tail;
    }

    private void GrowEntries()
    {
        var larger = new Entry[Math.Max(FewestEntries, _entries.Length * 2)];
        for (var number = _insertCount - Count + 1; number <= _insertCount; number++)
        {
            larger[number & (larger.Length - 1)] = _entries[number & (_entries.Length - 1)];
        }

        _entries = larger;
    }

    private readonly record struct Entry(int Offset, int NameLength, int ValueLength, KnownHeader KnownHeader, FieldSyntax Syntax);
}
