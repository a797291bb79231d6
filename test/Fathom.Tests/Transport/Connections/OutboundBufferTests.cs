using System.Buffers;
using Fathom.Transport.Connections;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Connections;

public sealed class OutboundBufferTests
{
    private enum Kind
    {
        Write,
        Adopt,
        Lend,
        Drop,
    }

    [Fact]
    public void What_goes_out_is_what_was_written_in_order()
    {
        Prop.ForAll<(Kind Kind, ushort Size)[]>(Agrees).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Room_is_as_large_as_asked_for()
    {
        var buffer = new OutboundBuffer();
        buffer.GetSpan(200_000).Length.ShouldBeGreaterThanOrEqualTo(200_000);
        buffer.GetMemory().Length.ShouldBeGreaterThan(0);
        buffer.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void What_is_lent_is_held_and_not_copied()
    {
        var buffer = new OutboundBuffer();
        buffer.Write("head"u8);
        var before = buffer.AllocatedBytes;
        var lent = new byte[1_000_000];
        buffer.WriteBorrowed(lent);
        buffer.AllocatedBytes.ShouldBe(before + lent.Length);

        buffer.Consume(4);
        lent[7] = 7;
        buffer.Front[7].ShouldBe((byte)7);

        // And is not given to the pool.
        buffer.Consume(lent.Length);
        buffer.AllocatedBytes.ShouldBe(0);
        ArrayPool<byte>.Shared.Rent(lent.Length).ShouldNotBeSameAs(lent);
    }

    private static void Agrees((Kind Kind, ushort Size)[] steps)
    {
        var buffer = new OutboundBuffer();
        Queue<byte> expected = new();
        var random = new Random(1);
        foreach (var (kind, size) in steps)
        {
            var bytes = new byte[size];
            random.NextBytes(bytes);
            switch (kind)
            {
                case Kind.Drop:
                    Drop(buffer, expected, Math.Min(size, buffer.Front.Length));
                    break;
                case Kind.Write:
                    buffer.Write(bytes);
                    Array.ForEach(bytes, expected.Enqueue);
                    break;
                case Kind.Lend:
                    buffer.WriteBorrowed(bytes);
                    Array.ForEach(bytes, expected.Enqueue);
                    break;
                default:
                    var array = ArrayPool<byte>.Shared.Rent(size + 1);
                    bytes.CopyTo(array, 0);
                    array[size] = (byte)random.Next();
                    buffer.AppendOwned(array, size + 1);
                    Array.ForEach(array[..(size + 1)], expected.Enqueue);
                    break;
            }

            buffer.Length.ShouldBe(expected.Count);
            buffer.IsEmpty.ShouldBe(expected.Count == 0);
            buffer.IsSingleSegment.ShouldBe(buffer.Front.Length == expected.Count);
        }

        while (!buffer.IsEmpty)
        {
            Drop(buffer, expected, buffer.Front.Length);
        }

        expected.ShouldBeEmpty();
    }

    private static void Drop(OutboundBuffer buffer, Queue<byte> expected, int count)
    {
        buffer.Front[..count].ToArray().ShouldBe(Enumerable.Range(0, count).Select(_ => expected.Dequeue()));
        if (count > 0)
        {
            buffer.Consume(count);
        }
    }
}
