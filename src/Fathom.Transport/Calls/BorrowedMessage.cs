using System.Buffers;
using Fathom.Transport.Compression;

namespace Fathom.Transport.Calls;

/// <summary>
/// A serialized message: memory borrowed from the marshaller, and copied bytes between it in a pooled array. Owned by the write that sends
/// it, which returns it.
/// </summary>
internal sealed class BorrowedMessage : IZeroCopyBufferWriter
{
    private readonly PooledBuffer _copied = new();
    private readonly List<(int At, ReadOnlyMemory<byte> Bytes)> _borrowed = [];

    /// <summary>All bytes in order. Valid until more is written or <see cref="Return"/>.</summary>
    public ReadOnlySequence<byte> Sequence
    {
        get
        {
            var first = new Segment(default, null);
            var (last, from) = (first, 0);
            foreach (var (at, bytes) in _borrowed)
            {
                last = new Segment(bytes, new Segment(_copied.WrittenMemory[from..at], last));
                from = at;
            }

            last = new Segment(_copied.WrittenMemory[from..], last);
            return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        }
    }

    public void WriteBorrowed(ReadOnlyMemory<byte> bytes) => _borrowed.Add((_copied.Length, bytes));

    public void Advance(int count) => _copied.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0) => _copied.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => _copied.GetSpan(sizeHint);

    /// <summary>Writes the message to another writer; borrowed memory stays borrowed.</summary>
    public void WriteTo(IZeroCopyBufferWriter output)
    {
        var from = 0;
        foreach (var (at, bytes) in _borrowed)
        {
            output.Write(_copied.WrittenMemory.Span[from..at]);
            output.WriteBorrowed(bytes);
            from = at;
        }

        output.Write(_copied.WrittenMemory.Span[from..]);
    }

    /// <summary>Returns the pooled array.</summary>
    public void Return()
    {
        _copied.Release();
        _borrowed.Clear();
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> bytes, Segment? before)
        {
            Memory = bytes;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
