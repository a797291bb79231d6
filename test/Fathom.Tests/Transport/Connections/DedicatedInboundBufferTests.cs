using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Transport.Connections;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Connections;

/// <summary>Which messages have memory of their own while they come.</summary>
public sealed class DedicatedInboundBufferTests
{
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

    private static byte[] Message(int size)
    {
        var message = new byte[MessagePrefix.Size + size];
        new Random(size).NextBytes(message);
        message[0] = 0;
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), size);
        return message;
    }
}
