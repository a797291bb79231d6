namespace Fathom.Wire.Hpack;

/// <summary>
/// Caches the encoded form of templates. An entry is valid until the dynamic table changes. A slot is selected by the template's ID; the
/// cache starts with 2 slots and grows to at most 16 when two templates use the same slot. Owned by one encoder.
/// </summary>
internal sealed class TemplateCache
{
    private const int FewestSlots = 2;
    private const int MostSlots = 16;

    private Entry[] _entries = [];

    /// <summary>Returns the encoded form of a template for the current state of the table; empty when none is cached.</summary>
    public ReadOnlySpan<byte> Find(HeaderTemplate template, DynamicTable table)
    {
        if (_entries.Length == 0)
        {
            return default;
        }

        ref readonly var kept = ref _entries[template.Id & (_entries.Length - 1)];
        return kept.Id == template.Id && kept.Inserted == table.InsertCount && kept.Count == table.Count ? kept.Bytes.AsSpan(0, kept.Length)
            : default;
    }

    /// <summary>Caches the encoded form of a template for the current state of the table.</summary>
    public void Keep(HeaderTemplate template, DynamicTable table, ReadOnlySpan<byte> block)
    {
        MakeRoom(template.Id);
        ref var kept = ref _entries[template.Id & (_entries.Length - 1)];
        var bytes = kept.Bytes?.Length >= block.Length ? kept.Bytes : new byte[block.Length];
        block.CopyTo(bytes);
        kept = new Entry(template.Id, table.Count, table.InsertCount, bytes, block.Length);
    }

    private void MakeRoom(int id)
    {
        while (_entries.Length == 0 || (_entries.Length < MostSlots && _entries[id & (_entries.Length - 1)].Id is not 0 and var other
            && other != id))
        {
            var larger = new Entry[Math.Max(FewestSlots, _entries.Length * 2)];
            foreach (var entry in _entries)
            {
                if (entry.Id != 0)
                {
                    larger[entry.Id & (larger.Length - 1)] = entry;
                }
            }

            _entries = larger;
        }
    }

    // Template IDs start at 1, so an ID of 0 marks an empty slot.
    private readonly record struct Entry(int Id, int Count, long Inserted, byte[] Bytes, int Length);
}
