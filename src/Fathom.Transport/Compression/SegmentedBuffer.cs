using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>A growing buffer of several pooled arrays, up to a limit. Growing copies nothing, so that a message takes its size in memory
/// and not twice that. Owned by one message at a time; reusable.</summary>
internal sealed class SegmentedBuffer : IBufferWriter<byte>
{
    private const int MinSegment = 4096;
    private const int MaxSegment = 1 << 20;

    private readonly List<Segment> _segments = [];
    private int _used;
    private long _full;
    private int _written;
    private int _next;
    private int _limit;

    /// <summary>Number of bytes written.</summary>
    public long Length => _full + _written;

    /// <summary>The written bytes. Valid until <see cref="Release"/>.</summary>
    public ReadOnlySequence<byte> WrittenSequence
    {
        get
        {
            if (_used == 0)
            {
                return default;
            }

            var last = _segments[_used - 1];
            last.Close(_written);
            return new ReadOnlySequence<byte>(_segments[0], 0, last, _written);
        }
    }

    private Segment? Last => _used > 0 ? _segments[_used - 1] : null;

    /// <summary>Prepares for about <paramref name="expected"/> bytes, <paramref name="limit"/> at most.</summary>
    public void Reset(long expected, int limit) => (_next, _limit) = ((int)Math.Clamp(expected, MinSegment, MaxSegment), limit);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return Last!.Array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return Last!.Array.AsSpan(_written);
    }

    /// <summary>Returns the arrays to the pool.</summary>
    public void Release()
    {
        for (var i = 0; i < _used; i++)
        {
            _segments[i].Release();
        }

        (_used, _full, _written) = (0, 0, 0);
    }

    private void EnsureCapacity(int sizeHint)
    {
        var wanted = Math.Max(1, sizeHint);
        if (Last is { } last)
        {
            if (last.Array.Length - _written >= wanted)
            {
                return;
            }

            last.Close(_written);
            _full += _written;
        }

        // One byte more than the limit, which shows that a message is too large.
        var size = Math.Max(wanted, (int)Math.Min(_next, Math.Max(0, _limit - _full + 1)));
        if (_used == _segments.Count)
        {
            _segments.Add(new Segment());
        }

        _segments[_used].Open(ArrayPool<byte>.Shared.Rent(size), _full, Last);
        _used++;
        _written = 0;
        _next = Math.Min(MaxSegment, _next * 2);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public byte[] Array { get; private set; } = [];

        public void Open(byte[] array, long start, Segment? before)
        {
            (Array, RunningIndex, Next) = (array, start, null);
            if (before is not null)
            {
                before.Next = this;
            }
        }

        public void Close(int length) => Memory = Array.AsMemory(0, length);

        public void Release()
        {
            ArrayPool<byte>.Shared.Return(Array);
            (Array, Memory, Next) = ([], default, null);
        }
    }
}
