using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Connections;

public sealed class InboundBufferTests
{
    private enum Kind
    {
        Append,
        Consume,
        AppendWhileLent,
        CreditAll,
        Release,
    }

    [Fact]
    public void What_is_read_is_what_came_and_every_byte_is_credited_once()
    {
        Prop.ForAll<(Kind Kind, ushort Size)[]>(steps => Agrees(steps, ownFrom: int.MaxValue)).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Where_messages_have_memory_of_their_own_what_is_read_is_what_came_too()
    {
        Prop.ForAll<(Kind Kind, ushort Size)[]>(steps => Agrees(steps, ownFrom: 1)).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void A_message_that_wants_memory_of_its_own_is_left_to_its_reader()
    {
        var buffer = new InboundBuffer { DedicatedThreshold = 5000 };
        var message = Message(5000);
        foreach (var part in message.Chunk(700))
        {
            buffer.Append(part);
        }

        buffer.IsDedicated.ShouldBeTrue();
        var lent = buffer.Read();
        MemoryMarshal.TryGetArray(lent.First, out var own).ShouldBeTrue();
        own.Array!.Length.ShouldBe(message.Length, "an array of the pool is larger");
        buffer.Advance(message.Length);
        buffer.Length.ShouldBe(0);
        buffer.IsDedicated.ShouldBeFalse();

        // Who comes next gets other memory, of its own too.
        buffer.Append(Message(5000));
        lent.ToArray().ShouldBe(message);
        buffer.Release();
    }

    [Theory]
    [InlineData(4999)]
    [InlineData(0)]
    public void A_smaller_message_has_memory_of_the_pool(int size)
    {
        var buffer = new InboundBuffer { DedicatedThreshold = 5005 };
        buffer.Append(Message(size));
        buffer.IsDedicated.ShouldBeFalse();
        buffer.Release();
    }

    [Fact]
    public void A_compressed_message_has_memory_of_the_pool()
    {
        var buffer = new InboundBuffer { DedicatedThreshold = 100 };
        var message = Message(5000);
        message[0] = 1;
        buffer.Append(message);
        buffer.IsDedicated.ShouldBeFalse();
        buffer.Read().ToArray().ShouldBe(message);
        buffer.Advance(message.Length);
    }

    [Fact]
    public void What_is_lent_stays_though_more_comes()
    {
        var buffer = new InboundBuffer();
        buffer.Append("0123456789"u8);
        var lent = buffer.Read();

        buffer.Append(new byte[100_000]);

        lent.ToArray().ShouldBe("0123456789"u8.ToArray());
        buffer.Advance(10).ShouldBe(10);
        buffer.Length.ShouldBe(100_000);
    }

    [Fact]
    public void A_claim_without_bytes_gets_no_room()
    {
        var buffer = new InboundBuffer();
        var prefix = new byte[5];
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1), uint.MaxValue);
        var before = GC.GetAllocatedBytesForCurrentThread();

        buffer.Append(prefix);
        buffer.Append(new byte[1000]);

        // Eight times what has come, and what an array of the pool is larger.
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(64 * 1024);
        buffer.Release().ShouldBe(1005);
    }

    [Fact]
    public void Nothing_is_owed_for_what_whoever_waits_was_credited()
    {
        var buffer = new InboundBuffer();
        buffer.Append("abc"u8);
        buffer.CreditAll().ShouldBe(3);
        buffer.Append("defg"u8);
        buffer.HasPendingCredit.ShouldBeTrue();

        buffer.Read();
        buffer.Advance(4).ShouldBe(1, "three of the four were credited before");

        buffer.Release().ShouldBe(3);
        buffer.HasPendingCredit.ShouldBeFalse();
    }

    private static byte[] Message(int size)
    {
        var message = new byte[MessagePrefix.Size + size];
        new Random(size).NextBytes(message);
        message[0] = 0;
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), size);
        return message;
    }

    private static void Agrees((Kind Kind, ushort Size)[] steps, int ownFrom)
    {
        var buffer = new InboundBuffer { DedicatedThreshold = ownFrom };
        var random = new Random(1);
        List<byte> expected = [];
        var (appended, credited, gone) = (0L, 0L, 0L);

        void Append(int size)
        {
            var bytes = new byte[size];
            random.NextBytes(bytes);
            if (ownFrom < int.MaxValue && size >= MessagePrefix.Size)
            {
                // A claim that what comes next may meet, or not.
                bytes[0] = 0;
                BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(1), random.Next(2 * size));
            }

            buffer.Append(bytes);
            expected.AddRange(bytes);
            appended += size;
        }

        foreach (var (kind, size) in steps)
        {
            switch (kind)
            {
                case Kind.Append:
                    Append(size);
                    break;
                case Kind.CreditAll:
                    credited += buffer.CreditAll();
                    credited.ShouldBe(appended);
                    break;
                case Kind.Release:
                    credited += buffer.Release();
                    credited.ShouldBe(appended);
                    gone += expected.Count;
                    expected.Clear();
                    break;
                default:
                    var lent = buffer.Read();
                    var seen = expected.ToArray();
                    if (kind == Kind.AppendWhileLent)
                    {
                        Append(size);
                    }

                    lent.ToArray().ShouldBe(seen);
                    var consumed = Math.Min(size, seen.Length);
                    credited += buffer.Advance(consumed);
                    expected.RemoveRange(0, consumed);
                    gone += consumed;
                    break;
            }

            buffer.Length.ShouldBe(expected.Count);
            credited.ShouldBeInRange(gone, appended);
        }
    }
}
