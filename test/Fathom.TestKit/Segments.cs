using System.Buffers;

namespace Fathom.TestKit;

/// <summary>Sequences of several segments, to see that nobody counts on one.</summary>
public static class Segments
{
    /// <summary>The bytes in segments of at most <paramref name="size"/>.</summary>
    public static ReadOnlySequence<byte> Of(byte[] bytes, int size)
    {
        if (bytes.Length <= size)
        {
            return new ReadOnlySequence<byte>(bytes);
        }

        var first = new Segment(bytes.AsMemory(0, size), 0);
        var last = first;
        for (var at = size; at < bytes.Length; at += size)
        {
            last = last.Append(bytes.AsMemory(at, Math.Min(size, bytes.Length - at)));
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
