using System.Buffers;
using Fathom.Transport.Calls;

namespace Fathom.Transport.Connections;

/// <summary>Written bytes of a stream that its connection has not accepted yet, in pooled arrays or borrowed memory. Owned by the stream;
/// not thread-safe.</summary>
internal sealed class OutboundBuffer : IZeroCopyBufferWriter
{
    private const int MinArray = 512;

    // The pool keeps few arrays of each size: with 64 KiB, each of eight concurrent responses of 10 MiB allocated 17 MB.
    private const int MaxArray = 1024 * 1024;

    private Queue<Segment>? _segments;
    private byte[] _last = [];
    private int _lastStart;
    private int _lastEnd;
    private int _firstStart;

    public long Length { get; private set; }

    /// <summary>Bytes of memory held, including borrowed memory; at least <see cref="Length"/>.</summary>
    public long AllocatedBytes { get; private set; }

    public bool IsEmpty => Length == 0;

    /// <summary>The first contiguous bytes.</summary>
    public ReadOnlySpan<byte> Front => First is { } first
        ? first.Bytes.Span[_firstStart..]
        : _last.AsSpan(_lastStart, _lastEnd - _lastStart);

    /// <summary>Whether <see cref="Front"/> is all of the bytes.</summary>
    public bool IsSingleSegment => Front.Length == Length;

    private Segment? First => _segments is { Count: > 0 } ? _segments.Peek() : null;

    public void Advance(int count)
    {
        _lastEnd += count;
        Length += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return _last.AsMemory(_lastEnd);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return _last.AsSpan(_lastEnd);
    }

    /// <summary>Adds the first <paramref name="length"/> bytes of a pooled array without copying them; the buffer returns the
    /// array.</summary>
    public void AppendOwned(byte[] array, int length) => Add(new Segment(array.AsMemory(0, length), array));

    public void WriteBorrowed(ReadOnlyMemory<byte> bytes)
    {
        if (!bytes.IsEmpty)
        {
            Add(new Segment(bytes, null));
        }
    }

    /// <summary>Removes the first <paramref name="count"/> bytes, at most those of <see cref="Front"/>.</summary>
    public void Consume(int count)
    {
        Length -= count;
        if (First is not { } first)
        {
            _lastStart += count;
            if (_lastStart == _lastEnd)
            {
                Release();
            }

            return;
        }

        _firstStart += count;
        if (_firstStart == first.Bytes.Length)
        {
            AllocatedBytes -= first.Allocated;
            _segments!.Dequeue().Return();

            // The next segment starts at its beginning; the start of the last array is a field of its own.
            _firstStart = 0;
        }
    }

    /// <summary>Releases all bytes.</summary>
    public void Release()
    {
        while (_segments is not null && _segments.TryDequeue(out var part))
        {
            part.Return();
        }

        if (_last.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_last);
        }

        (_last, _lastStart, _lastEnd, _firstStart, Length, AllocatedBytes) = ([], 0, 0, 0, 0, 0);
    }

    private void Add(in Segment part)
    {
        FlushLast();
        _segments ??= new();
        _segments.Enqueue(part);
        AllocatedBytes += part.Allocated;
        Length += part.Bytes.Length;
    }

    private void EnsureCapacity(int sizeHint)
    {
        var wanted = Math.Max(1, sizeHint);
        if (_last.Length - _lastEnd >= wanted)
        {
            return;
        }

        var next = ArrayPool<byte>.Shared.Rent(Math.Max(wanted, (int)Math.Clamp(Length * 2, MinArray, MaxArray)));
        FlushLast();
        AllocatedBytes += next.Length;
        _last = next;
    }

    /// <summary>Moves the last array to the segments, or returns it when it is empty.</summary>
    private void FlushLast()
    {
        if (_lastEnd > _lastStart)
        {
            if (First is null)
            {
                _firstStart = _lastStart;
            }

            _segments ??= new();
            _segments.Enqueue(new Segment(_last.AsMemory(0, _lastEnd), _last));
        }
        else if (_last.Length > 0)
        {
            AllocatedBytes -= _last.Length;
            ArrayPool<byte>.Shared.Return(_last);
        }

        (_last, _lastStart, _lastEnd) = ([], 0, 0);
    }

    /// <summary>Contiguous bytes.</summary>
    /// <param name="Bytes">The bytes.</param>
    /// <param name="Array">The pooled array that holds them; null: borrowed memory.</param>
    private readonly record struct Segment(ReadOnlyMemory<byte> Bytes, byte[]? Array)
    {
        public int Allocated => Array?.Length ?? Bytes.Length;

        public void Return()
        {
            if (Array is not null)
            {
                ArrayPool<byte>.Shared.Return(Array);
            }
        }
    }
}
