using System.Text;

namespace Fathom.Wire.Hpack;

/// <summary>An immutable hash table from field names to their <see cref="KnownHeader"/> and static table index, shared by all
/// connections.</summary>
internal sealed class NameIndex
{
    private const int Slots = 256;
    private readonly (byte[] Name, KnownHeader Known, int Index)[] _slots = new (byte[], KnownHeader, int)[Slots];

    public NameIndex(IEnumerable<(string Name, KnownHeader Known, int Index)> names)
    {
        foreach (var (name, known, index) in names)
        {
            var bytes = Encoding.ASCII.GetBytes(name);
            var slot = SlotOf(bytes);
            while (_slots[slot].Name is not null)
            {
                slot = (slot + 1) % Slots;
            }

            _slots[slot] = (bytes, known, index);
        }
    }

    /// <summary>Returns the well-known name, and its first index in the static table, or 0 when it is not in that table.</summary>
    public KnownHeader Find(ReadOnlySpan<byte> name, out int index)
    {
        index = 0;
        if (name.Length < 2)
        {
            return KnownHeader.Unknown;
        }

        for (var slot = SlotOf(name); ; slot = (slot + 1) % Slots)
        {
            ref readonly var entry = ref _slots[slot];
            if (entry.Name is null)
            {
                return KnownHeader.Unknown;
            }

            if (name.SequenceEqual(entry.Name))
            {
                index = entry.Index;
                return entry.Known;
            }
        }
    }

    private static int SlotOf(ReadOnlySpan<byte> name) =>
        (name.Length * 7 + name[1] * 31 + name[name.Length / 2] * 17 + name[^1] * 61) % Slots;
}
