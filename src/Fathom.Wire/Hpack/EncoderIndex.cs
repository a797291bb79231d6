namespace Fathom.Wire.Hpack;

/// <summary>
/// Finds entries of an encoder's dynamic table by hash. The hashes are stored in a ring, indexed by entry number, and searched with vector
/// instructions: a table holds about a hundred entries, too few for a hash map to be faster. Owned by one encoder.
/// </summary>
internal sealed class EncoderIndex
{
    private const int FewestSlots = 4;

    private int[] _fieldHashes = [];
    private int[] _nameHashes = [];
    private long _newest;

    /// <summary>Adds the hashes of entry <paramref name="number"/>.</summary>
    public void Add(long number, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        var nameHash = HashOf(name, 0);
        if (_fieldHashes.Length == 0)
        {
            (_fieldHashes, _nameHashes) = (new int[FewestSlots], new int[FewestSlots]);
        }

        _newest = number;
        _nameHashes[number & (_nameHashes.Length - 1)] = nameHash;
        _fieldHashes[number & (_fieldHashes.Length - 1)] = HashOf(value, nameHash);
    }

    /// <summary>Returns the position in the table of an entry with this name and value, or -1 when there is none.</summary>
    public int Find(DynamicTable table, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (table.Count == 0)
        {
            return -1;
        }

        Grow(table);
        return Search(_fieldHashes, HashOf(value, HashOf(name, 0)), table, name, value, false);
    }

    /// <summary>Returns the position in the table of an entry with this name, or -1 when there is none.</summary>
    public int FindName(DynamicTable table, ReadOnlySpan<byte> name)
    {
        if (table.Count == 0)
        {
            return -1;
        }

        Grow(table);
        return Search(_nameHashes, HashOf(name, 0), table, name, default, true);
    }

    private int Search(int[] hashes, int hash, DynamicTable table, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool nameOnly)
    {
        var from = 0;
        while (true)
        {
            var found = hashes.AsSpan(from).IndexOf(hash);
            if (found < 0)
            {
                return -1;
            }

            // The newest entry number that maps to this slot of the ring.
            var slot = from + found;
            var number = _newest - ((_newest - slot) & (hashes.Length - 1));
            var position = number > 0 ? table.PositionOf(number) : -1;
            if (position >= 0 && table.NameAt(position).SequenceEqual(name) && (nameOnly || table[position].Value.SequenceEqual(value)))
            {
                return position;
            }

            from = slot + 1;
        }
    }

    // The ring needs at least one slot for each live entry.
    private void Grow(DynamicTable table)
    {
        if (table.Count < _fieldHashes.Length)
        {
            return;
        }

        var size = _fieldHashes.Length * 2;
        (_fieldHashes, _nameHashes) = (new int[size], new int[size]);
        for (var position = table.Count - 1; position >= 0; position--)
        {
            var field = table[position];
            Add(table.NumberAt(position), field.Name, field.Value);
        }
    }

    private static int HashOf(ReadOnlySpan<byte> bytes, int seed)
    {
        var hash = (uint)seed * 31 + (uint)bytes.Length + 0x9e3779b9;
        while (bytes.Length >= 4)
        {
            hash = (hash ^ System.Buffers.Binary.BinaryPrimitives.ReadUInt32LittleEndian(bytes)) * 0x85ebca6b;
            hash ^= hash >> 15;
            bytes = bytes[4..];
        }

        foreach (var b in bytes)
        {
            hash = (hash ^ b) * 0x01000193;
        }

        return (int)(hash ^ (hash >> 13));
    }
}
