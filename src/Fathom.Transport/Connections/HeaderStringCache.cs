using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Connections;

/// <summary>Caches header fields as strings, one per entry of the connection's HPACK table, so that recurring fields are not decoded again.
/// Owned by one connection.</summary>
internal sealed class HeaderStringCache
{
    // A power of two; more entries than the headers of a few methods have.
    private const int Capacity = 32;

    private readonly Entry[] _entries = new Entry[Capacity];

    public KeyValuePair<string, string> Get(in HeaderField field)
    {
        if (field.EntryId == 0)
        {
            return Decode(field);
        }

        ref var entry = ref _entries[field.EntryId & (Capacity - 1)];
        if (entry.Id != field.EntryId)
        {
            entry = new Entry(field.EntryId, Decode(field));
        }

        return entry.Field;
    }

    /// <summary>The field as strings.</summary>
    public static KeyValuePair<string, string> Decode(in HeaderField field) =>
        new(Encoding.Latin1.GetString(field.Name), Encoding.Latin1.GetString(field.Value));

    private readonly record struct Entry(long Id, KeyValuePair<string, string> Field);
}
