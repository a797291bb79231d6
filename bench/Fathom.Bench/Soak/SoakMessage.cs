using System.Buffers;
using System.Buffers.Binary;
using Fathom.Transport.Calls;

namespace Fathom.Bench.Soak;

/// <summary>A message with the number of its call and its position in it. Both and its size determine every byte.</summary>
/// <param name="Call">Number of the call, unique.</param>
/// <param name="Index">Position among the messages of its direction, from 0. In the reply of a client-streaming call, the number of
/// requests.</param>
/// <param name="Replies">In the request of a server-streaming call, the number of replies.</param>
/// <param name="DelayMilliseconds">Delay before each reply.</param>
/// <param name="Filling">Bytes of payload that follow.</param>
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
                    throw new InvalidDataException(
                        $"byte {i} of message {message.Index} of call {message.Call} belongs to another message");
                }
            }

            return message;
        }
    }
}
