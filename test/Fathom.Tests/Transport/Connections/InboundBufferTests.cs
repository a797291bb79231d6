using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Connections;

namespace Fathom.Tests.Transport.Connections;

/// <summary>Bytes that came and were not read yet: who has them, what they cost, and what is owed for them.</summary>
public sealed class InboundBufferTests
{
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

        // Twice what has come, and what an array of the pool is larger.
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(16 * 1024);
        buffer.AllocatedBytes.ShouldBeLessThanOrEqualTo(2048);
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
}
