using System.Buffers;

namespace Fathom.Contracts.Serialization;

/// <summary>The position of a reader among the segments of its input. Owned by one reader; it borrows the input.</summary>
internal struct SegmentCursor
{
    private readonly ReadOnlySequence<byte> _input;
    private SequencePosition _start;
    private SequencePosition _next;

    /// <summary>Starts at the first segment.</summary>
    /// <param name="input">The message.</param>
    /// <param name="isShared">Whether <see cref="Memory"/> is needed. Most messages lie in one segment and are copied from it.</param>
    /// <param name="hasMore">Whether the input has further segments.</param>
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

    /// <summary>The bytes in the segments before the current one.</summary>
    public long BytesBefore { get; private set; }

    /// <summary>Moves to the next segment that is not empty. The caller knows that there is one.</summary>
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

    /// <summary>Bytes from a position in the current segment on, across segments.</summary>
    public readonly ReadOnlySequence<byte> Slice(int position, int length) => _input.Slice(_input.GetPosition(position, _start), length);
}
