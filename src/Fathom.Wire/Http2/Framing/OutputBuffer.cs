using System.Buffers;

namespace Fathom.Wire.Http2.Framing;

/// <summary>
/// Bytes to send, in pooled segments. The engine appends; the transport sends <see cref="Front"/> and calls <see cref="Advance"/>. Segments
/// do not move, so that the front can be sent while more is appended. Sent segments return to the pool, so an idle connection holds none.
/// Owned by one connection; not thread-safe.
/// </summary>
internal sealed class OutputBuffer : IDisposable
{
    // Large enough for a burst of unary responses.
    private const int SmallSegment = 16 * 1024;

    // The largest useful size for one send below the large object heap.
    private const int LargeSegment = 64 * 1024;

    private Segment[] _segments = new Segment[4];
    private int _first;
    private int _count;

    /// <summary>Number of bytes to send.</summary>
    public long Length { get; private set; }

    /// <summary>Whether there is nothing to send.</summary>
    public bool IsEmpty => Length == 0;

    /// <summary>The memory held, in bytes, at least <see cref="Length"/>.</summary>
    public long AllocatedBytes { get; private set; }

    /// <summary>The first contiguous bytes to send; empty when there are none.</summary>
    public ReadOnlyMemory<byte> Front
    {
        get
        {
            if (IsEmpty)
            {
                return default;
            }

            ref var segment = ref _segments[_first];
            return segment.Array.AsMemory(segment.Start, segment.End - segment.Start);
        }
    }

    /// <summary>Adds all segments to <paramref name="list"/>, for a send with several buffers.</summary>
    public void CopySegmentsTo(IList<ArraySegment<byte>> list)
    {
        ArgumentNullException.ThrowIfNull(list);
        for (var i = 0; i < _count; i++)
        {
            ref var segment = ref At(i);
            if (segment.End > segment.Start)
            {
                list.Add(new ArraySegment<byte>(segment.Array, segment.Start, segment.End - segment.Start));
            }
        }
    }

    /// <summary>Removes the first <paramref name="count"/> bytes, which were sent.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More than <see cref="Length"/>.</exception>
    public void Advance(long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Length);
        Length -= count;
        while (count > 0)
        {
            ref var segment = ref _segments[_first];
            var taken = (int)Math.Min(count, segment.End - segment.Start);
            segment.Start += taken;
            count -= taken;
            if (segment.Start == segment.End)
            {
                Drop();
            }
        }
    }

    /// <summary>Returns all memory; unsent bytes are lost.</summary>
    public void Dispose()
    {
        while (_count > 0)
        {
            Drop();
        }

        Length = 0;
    }

    /// <summary>Reserves <paramref name="size"/> contiguous bytes (up to 16 KiB), which count as written.</summary>
    internal Span<byte> Append(int size)
    {
        if (_count == 0 || At(_count - 1) is var last && last.Array.Length - last.End < size)
        {
            AddSegment();
        }

        ref var segment = ref At(_count - 1);
        var span = segment.Array.AsSpan(segment.End, size);
        segment.End += size;
        Length += size;
        return span;
    }

    /// <summary>Appends bytes, over several segments when they do not fit in one.</summary>
    internal void Append(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            if (_count == 0 || At(_count - 1) is var last && last.Array.Length == last.End)
            {
                AddSegment();
            }

            ref var segment = ref At(_count - 1);
            var taken = Math.Min(bytes.Length, segment.Array.Length - segment.End);
            bytes[..taken].CopyTo(segment.Array.AsSpan(segment.End));
            segment.End += taken;
            Length += taken;
            bytes = bytes[taken..];
        }
    }

    private ref Segment At(int index) => ref _segments[(_first + index) & (_segments.Length - 1)];

    private void AddSegment()
    {
        if (_count == _segments.Length)
        {
            var larger = new Segment[_count * 2];
            for (var i = 0; i < _count; i++)
            {
                larger[i] = At(i);
            }

            (_segments, _first) = (larger, 0);
        }

        var array = ArrayPool<byte>.Shared.Rent(_count == 0 ? SmallSegment : LargeSegment);
        AllocatedBytes += array.Length;
        _count++;
        At(_count - 1) = new Segment { Array = array };
    }

    private void Drop()
    {
        var array = _segments[_first].Array;
        _segments[_first] = default;
        AllocatedBytes -= array.Length;
        ArrayPool<byte>.Shared.Return(array);
        _first = (_first + 1) & (_segments.Length - 1);
        _count--;
    }

    private struct Segment
    {
        public byte[] Array;
        public int Start;
        public int End;
    }
}
