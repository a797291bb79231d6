using System.Buffers;
using Fathom.Transport.Compression;

namespace Fathom.Transport.Calls;

/// <summary>
/// A message as its marshaller writes it: what it lends as it is, and what lies between in an array of the pool. Owned by the write that
/// sends it, which returns it.
/// </summary>
internal sealed class LentMessage : ILendingWriter
{
    private readonly PooledBuffer _own = new();
    private readonly List<(int At, ReadOnlyMemory<byte> Bytes)> _lent = [];

    /// <summary>All there is, in order; valid until more is written or all is returned.</summary>
    public ReadOnlySequence<byte> Bytes
    {
        get
        {
            var first = new Run(default, null);
            var (last, from) = (first, 0);
            foreach (var (at, bytes) in _lent)
            {
                last = new Run(bytes, new Run(_own.Written[from..at], last));
                from = at;
            }

            last = new Run(_own.Written[from..], last);
            return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        }
    }

    public void Lend(ReadOnlyMemory<byte> bytes) => _lent.Add((_own.Length, bytes));

    public void Advance(int count) => _own.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0) => _own.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => _own.GetSpan(sizeHint);

    /// <summary>Writes all of it to another output, which is lent what this one was lent.</summary>
    public void WriteTo(ILendingWriter output)
    {
        var from = 0;
        foreach (var (at, bytes) in _lent)
        {
            output.Write(_own.Written.Span[from..at]);
            output.Lend(bytes);
            from = at;
        }

        output.Write(_own.Written.Span[from..]);
    }

    /// <summary>Gives up all bytes.</summary>
    public void Return()
    {
        _own.Release();
        _lent.Clear();
    }

    private sealed class Run : ReadOnlySequenceSegment<byte>
    {
        public Run(ReadOnlyMemory<byte> bytes, Run? before)
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
