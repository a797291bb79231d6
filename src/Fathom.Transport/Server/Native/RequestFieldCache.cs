using Fathom.Wire.Hpack;

namespace Fathom.Transport.Server.Native;

/// <summary>
/// Caches the header fields of one connection's requests, one per entry of its HPACK table, and counts the memory of each field once: from
/// its first use until neither the cache nor a call holds it. Owned by the connection; used inside its strand.
/// </summary>
internal sealed class RequestFieldCache(ReceiveShare share)
{
    // A power of two; more entries than the headers of a few methods have.
    private const int Capacity = 32;

    private readonly RequestField?[] _entries = new RequestField?[Capacity];

    /// <summary>Returns the field for a call, which must <see cref="Release"/> it.</summary>
    public RequestField Take(in HeaderField field)
    {
        var taken = field.EntryId == 0 ? Create(field) : Find(field);
        taken.Holders++;
        return taken;
    }

    /// <summary>A call, or the cache, holds the field no longer.</summary>
    public void Release(RequestField field)
    {
        if (--field.Holders == 0)
        {
            share.Add(-field.Bytes);
        }
    }

    /// <summary>Releases what only the cache holds.</summary>
    public void Clear()
    {
        for (var i = 0; i < Capacity; i++)
        {
            Drop(ref _entries[i]);
        }
    }

    private RequestField Find(in HeaderField field)
    {
        ref var entry = ref _entries[field.EntryId & (Capacity - 1)];
        if (entry?.EntryId != field.EntryId)
        {
            Drop(ref entry);
            entry = Create(field);
            entry.Holders++;
        }

        return entry;
    }

    private RequestField Create(in HeaderField field)
    {
        var created = new RequestField(field);
        share.Add(created.Bytes);
        return created;
    }

    private void Drop(ref RequestField? entry)
    {
        if (entry is not null)
        {
            Release(entry);
            entry = null;
        }
    }
}
