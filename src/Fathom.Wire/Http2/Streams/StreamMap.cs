using System.Diagnostics.CodeAnalysis;

namespace Fathom.Wire.Http2.Streams;

/// <summary>
/// Hash map of streams by identifier, with open addressing. Its size is a power of two and at most half of the slots are used; removal
/// shifts entries back. Owned by one connection.
/// </summary>
internal sealed class StreamMap
{
    // In a process with many connections, most have few streams.
    private const int FewestSlots = 4;

    private int[] _ids = new int[FewestSlots];
    private Http2Stream?[] _streams = new Http2Stream?[FewestSlots];

    public int Count { get; private set; }

    public bool TryGet(int id, [NotNullWhen(true)] out Http2Stream? stream)
    {
        for (var slot = SlotOf(id); _ids[slot] != 0; slot = (slot + 1) & (_ids.Length - 1))
        {
            if (_ids[slot] == id)
            {
                stream = _streams[slot]!;
                return true;
            }
        }

        stream = null;
        return false;
    }

    public void Add(Http2Stream stream)
    {
        if ((Count + 1) * 2 > _ids.Length)
        {
            Grow();
        }

        Place(stream.Id, stream);
        Count++;
    }

    public void Remove(int id)
    {
        var mask = _ids.Length - 1;
        var hole = SlotOf(id);
        while (_ids[hole] != id)
        {
            if (_ids[hole] == 0)
            {
                return;
            }

            hole = (hole + 1) & mask;
        }

        // Entries that a search would no longer reach across the empty slot move into it.
        for (var slot = (hole + 1) & mask; _ids[slot] != 0; slot = (slot + 1) & mask)
        {
            if (((slot - SlotOf(_ids[slot])) & mask) >= ((slot - hole) & mask))
            {
                (_ids[hole], _streams[hole]) = (_ids[slot], _streams[slot]);
                hole = slot;
            }
        }

        (_ids[hole], _streams[hole]) = (0, null);
        Count--;
    }

    /// <summary>Returns all open streams in order of their identifiers, for loops that can close some of them. Allocates.</summary>
    public Http2Stream[] Snapshot() => [.. _streams.Where(stream => stream is not null).OrderBy(stream => stream!.Id)!];

    // The identifiers of one side differ by two.
    private int SlotOf(int id) => (id >> 1) & (_ids.Length - 1);

    private void Place(int id, Http2Stream stream)
    {
        var slot = SlotOf(id);
        while (_ids[slot] != 0)
        {
            slot = (slot + 1) & (_ids.Length - 1);
        }

        (_ids[slot], _streams[slot]) = (id, stream);
    }

    private void Grow()
    {
        var streams = _streams;
        _ids = new int[streams.Length * 2];
        _streams = new Http2Stream?[streams.Length * 2];
        foreach (var stream in streams)
        {
            if (stream is not null)
            {
                Place(stream.Id, stream);
            }
        }
    }
}
