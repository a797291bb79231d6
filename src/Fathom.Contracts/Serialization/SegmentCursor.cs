using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>Tracks the current segment in the input of a reader. Owned by one reader; borrows the input.</summary>
internal struct SegmentCursor
{
    private readonly ReadOnlySequence<byte> _input;
    private SequencePosition _start;
    private SequencePosition _next;

    /// <summary>Creates a cursor at the first segment.</summary>
    /// <param name="input">The message.</param>
    /// <param name="isShared">Whether <see cref="Memory"/> is needed. Most messages are in one segment and are copied from it.</param>
    /// <param name="hasMore">Whether the input continues beyond the first segment.</param>
    public SegmentCursor(in ReadOnlySequence<byte> input, bool isShared, bool hasMore)
    {
        _input = input;
        _start = _next = input.Start;
        if (isShared)
        {
            Memory = input.First;
        }

        if (hasMore)
        {
            input.TryGet(ref _next, out _);
        }
    }

    /// <summary>The memory of the current segment.</summary>
    public ReadOnlyMemory<byte> Memory { get; private set; }

    /// <summary>The number of bytes in the segments before the current one.</summary>
    public long BytesBefore { get; private set; }

    /// <summary>Moves to the next segment that is not empty, which must exist, and returns its bytes.</summary>
    public ReadOnlySpan<byte> MoveNext(int currentLength)
    {
        do
        {
            BytesBefore += currentLength;
            _start = _next;
            _input.TryGet(ref _next, out var memory);
            Memory = memory;
            currentLength = memory.Length;
        }
        while (currentLength == 0);

        return Memory.Span;
    }

    /// <summary>Returns <paramref name="length"/> bytes from <paramref name="position"/> in the current segment, across segments.</summary>
    public readonly ReadOnlySequence<byte> Slice(int position, int length) => _input.Slice(_input.GetPosition(position, _start), length);
}
