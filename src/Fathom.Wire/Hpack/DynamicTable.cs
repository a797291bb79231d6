namespace Fathom.Wire.Hpack;

/// <summary>
/// The dynamic table of one direction of a connection (RFC 7541 section 2.3.2). Owned by its encoder or decoder. Names and values are
/// appended to one array. When the array is full, the live entries move to its beginning. It is larger than the table by half, so that each
/// byte moves twice on average at most.
/// </summary>
internal sealed class DynamicTable
{
    /// <summary>Overhead of an entry in addition to its name and value, in bytes (RFC 7541 section 4.1).</summary>
    public const int EntryOverhead = 32;

    // Most tables hold only a few entries, and a process can have many connections, so arrays start small and are allocated on first use.
    private const int SmallestArray = 128;
    private const int FewestEntries = 4;
    private byte[] _bytes = [];
    private Entry[] _entries = [];
    private int _tail;
    private long _insertCount;

    /// <summary>Creates an empty table.</summary>
    /// <param name="maxSize">The maximum size, in bytes (RFC 7541 section 4.1).</param>
    public DynamicTable(int maxSize) => MaxSize = maxSize;

    /// <summary>The maximum size of the table, in bytes.</summary>
    public int MaxSize { get; private set; }

    /// <summary>The size of all entries, in bytes, at most <see cref="MaxSize"/>.</summary>
    public int Size { get; private set; }

    /// <summary>The number of entries.</summary>
    public int Count { get; private set; }

    /// <summary>The number of entries inserted so far, evicted ones included. It is the number of the newest entry; numbers are not
    /// reused.</summary>
    public long InsertCount => _insertCount;

    /// <summary>The memory that the table holds, in bytes, whatever its size. Tests check it against a bound.</summary>
    public int AllocatedBytes => _bytes.Length + _entries.Length * System.Runtime.CompilerServices.Unsafe.SizeOf<Entry>();

    /// <summary>Returns the number of the entry at a position. Position 0 is the newest entry.</summary>
    public long NumberAt(int position) => _insertCount - position;

    /// <summary>Returns the position of entry <paramref name="number"/>, or -1 when it was evicted.</summary>
    public int PositionOf(long number)
    {
        var position = _insertCount - number;
        return position >= 0 && position < Count ? (int)position : -1;
    }

    /// <summary>The field at a position, from 0 (the newest) to <see cref="Count"/> - 1.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no entry at the position.</exception>
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

    /// <summary>Returns the name of the entry at a position.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no entry at the position.</exception>
    public ReadOnlySpan<byte> NameAt(int position)
    {
        ref readonly var entry = ref At(position);
        return _bytes.AsSpan(entry.Offset, entry.NameLength);
    }

    /// <summary>Returns the well-known name of the entry at a position.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no entry at the position.</exception>
    public KnownHeader KnownHeaderAt(int position) => At(position).KnownHeader;

    /// <summary>Sets the maximum size, in bytes, and evicts the oldest entries until the rest fit.</summary>
    public void Resize(int maxSize)
    {
        MaxSize = maxSize;
        EvictTo(maxSize);
    }

    /// <summary>
    /// Adds an entry and evicts the oldest ones to make room. An entry larger than the table empties the table and is not added (RFC 7541
    /// section 4.4). The name can be that of an entry; that span is not valid afterwards.
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
        if (_tail + length > _bytes.Length)
        {
            // The name of an entry that is evicted (section 4.4) or moves.
            name = name.Overlaps(_bytes) ? name.ToArray() : name;
            MakeRoom(length);
        }

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

    private void MakeRoom(int length)
    {
        var needed = Size - Count * EntryOverhead + length;
        var wanted = Math.Max(SmallestArray, _bytes.Length);
        while (wanted < 2 * needed)
        {
            wanted *= 2;
        }

        wanted = Math.Min(wanted, Math.Max(SmallestArray, MaxSize + MaxSize / 2));
        var target = wanted > _bytes.Length ? new byte[wanted] : _bytes;
        var tail = 0;
        for (var position = Count - 1; position >= 0; position--)
        {
            ref var entry = ref _entries[(_insertCount - position) & (_entries.Length - 1)];
            _bytes.AsSpan(entry.Offset, entry.NameLength + entry.ValueLength).CopyTo(target.AsSpan(tail));
            entry = entry with { Offset = tail };
            tail += entry.NameLength + entry.ValueLength;
        }

        (_bytes, _tail) = (target, tail);
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
