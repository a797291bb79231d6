using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Transport.Connections;

/// <summary>
/// Header fields as strings, each made once for an entry of the connection's HPACK table: what recurs on a connection is not decoded again.
/// Owned by one connection.
/// </summary>
internal sealed class HeaderTexts
{
    // A power of two; more entries than the headers of a few methods have.
    private const int Kept = 32;

    private readonly Entry[] _entries = new Entry[Kept];

    public KeyValuePair<string, string> Of(in HeaderField field)
    {
        if (field.EntryId == 0)
        {
            return Decode(field);
        }

        ref var entry = ref _entries[field.EntryId & (Kept - 1)];
        if (entry.Id != field.EntryId)
        {
            entry = new Entry(field.EntryId, Decode(field));
        }

        return entry.Text;
    }

    private static KeyValuePair<string, string> Decode(in HeaderField field) =>
        new(Encoding.Latin1.GetString(field.Name), Encoding.Latin1.GetString(field.Value));

    private readonly record struct Entry(long Id, KeyValuePair<string, string> Text);
}
