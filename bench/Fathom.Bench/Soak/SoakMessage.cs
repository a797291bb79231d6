using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Calls;

namespace Fathom.Bench.Soak;

/// <summary>A message that says which call it belongs to and which of that call's it is; every byte of it is known from that and its
/// size.</summary>
/// <param name="Call">The number of the call, of which there is one.</param>
/// <param name="Index">Its place among the messages of its direction, from 0; of the one reply to many requests, how many those
/// were.</param>
/// <param name="Replies">Of the one request of a server stream: how many replies are wanted.</param>
/// <param name="DelayMilliseconds">How long the host is to wait before each reply.</param>
/// <param name="Filling">Bytes that follow.</param>
internal sealed record SoakMessage(long Call, int Index, int Replies, int DelayMilliseconds, int Filling)
{
    private const int HeadSize = 20;

    public static Marshaller<SoakMessage> Marshaller { get; } = new Bytes();

    /// <summary>The reply to this request.</summary>
    public SoakMessage Reply(int index) => this with { Index = index };

    private byte FillingAt(int position) => unchecked((byte)(Call * 31 + Index * 7 + position));

    private sealed class Bytes : Marshaller<SoakMessage>
    {
        public override int GetSize(SoakMessage value) => HeadSize + value.Filling;

        public override void Serialize(SoakMessage value, IBufferWriter<byte> output)
        {
            var span = output.GetSpan(HeadSize);
            BinaryPrimitives.WriteInt64LittleEndian(span, value.Call);
            BinaryPrimitives.WriteInt32LittleEndian(span[8..], value.Index);
            BinaryPrimitives.WriteInt32LittleEndian(span[12..], value.Replies);
            BinaryPrimitives.WriteInt32LittleEndian(span[16..], value.DelayMilliseconds);
            output.Advance(HeadSize);
            for (var written = 0; written < value.Filling;)
            {
                span = output.GetSpan(1);
                var part = Math.Min(span.Length, value.Filling - written);
                for (var i = 0; i < part; i++)
                {
                    span[i] = value.FillingAt(written + i);
                }

                output.Advance(part);
                written += part;
            }
        }

        public override SoakMessage Deserialize(in ReadOnlySequence<byte> bytes)
        {
            var all = bytes.ToArray();
            var message = new SoakMessage(
                BinaryPrimitives.ReadInt64LittleEndian(all),
                BinaryPrimitives.ReadInt32LittleEndian(all.AsSpan(8)),
                BinaryPrimitives.ReadInt32LittleEndian(all.AsSpan(12)),
                BinaryPrimitives.ReadInt32LittleEndian(all.AsSpan(16)),
                all.Length - HeadSize);
            for (var i = 0; i < message.Filling; i++)
            {
                if (all[HeadSize + i] != message.FillingAt(i))
                {
                    throw new InvalidDataException($"byte {i} of message {message.Index} of call {message.Call} is another message's");
                }
            }

            return message;
        }
    }
}
