using System.Buffers;
using Fathom.Transport.Compression;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Compression;

public class SegmentedBufferTests
{
    [Fact]
    public void What_is_written_in_any_pieces_is_read_as_one_and_the_buffer_serves_again()
    {
        var buffer = new SegmentedBuffer();
        Prop.ForAll(ArbMap.Default.ArbFor<byte[][]>(), pieces =>
        {
            buffer.Reset(1, int.MaxValue - 1);
            foreach (var piece in pieces)
            {
                // Larger requests than what follows, as codecs make them.
                piece.CopyTo(buffer.GetSpan(piece.Length + 3000));
                buffer.Advance(piece.Length);
            }

            buffer.Length.ShouldBe(pieces.Sum(p => p.Length));
            buffer.WrittenSequence.ToArray().ShouldBe(pieces.SelectMany(p => p));
            buffer.Release();
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void It_takes_no_more_memory_than_its_limit_and_the_last_request()
    {
        const int Limit = 5_000_000;
        var buffer = new SegmentedBuffer();
        buffer.Reset(100, Limit);
        var taken = 0L;
        while (buffer.Length <= Limit)
        {
            var room = buffer.GetSpan(4096).Length;
            taken += room;
            buffer.Advance(room);
        }

        // Arrays of the pool are powers of two: the last one may be twice what was asked for.
        taken.ShouldBeLessThanOrEqualTo(Limit + (1 << 20));
        buffer.Release();
        buffer.Length.ShouldBe(0);
    }
}
