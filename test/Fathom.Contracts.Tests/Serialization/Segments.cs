using System.Buffers;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Buffers as transports have them: in pieces.</summary>
internal static class Segments
{
    /// <summary>The bytes in segments of a size, with an empty one between any two.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="size">Bytes in a segment.</param>
    /// <param name="looked">Told whenever somebody looks at a segment's bytes; null: nobody wants to know.</param>
    public static ReadOnlySequence<byte> Of(byte[] bytes, int size, Action? looked = null)
    {
        var first = new Segment(default, 0);
        var last = first;
        for (var at = 0; at < bytes.Length; at += size)
        {
            var part = bytes.AsMemory(at, Math.Min(size, bytes.Length - at));
            last = last.Append(looked is null ? part : new Watched(part, looked).Memory).Append(default);
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Watched(Memory<byte> bytes, Action looked) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan()
        {
            looked();
            return bytes.Span;
        }

        public override MemoryHandle Pin(int elementIndex = 0) => bytes[elementIndex..].Pin();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
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

/// <summary>An output that hands out spans of one size, whatever was asked for beyond one byte, and counts what is asked.</summary>
internal sealed class PiecewiseOutput(int size) : IBufferWriter<byte>
{
    private readonly List<byte> _written = [];
    private byte[] _piece = [];

    public byte[] Written => [.. _written];

    public int LargestRequest { get; private set; }

    public void Advance(int count) => _written.AddRange(_piece.AsSpan(0, count));

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        LargestRequest = Math.Max(LargestRequest, sizeHint);
        _piece = new byte[size];
        return _piece;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
