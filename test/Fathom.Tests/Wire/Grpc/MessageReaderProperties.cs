using System.Buffers;
using Fathom.Wire.Grpc;
using FsCheck;
using FsCheck.Fluent;
using static Fathom.Tests.Wire.Grpc.FramedMessages;

namespace Fathom.Tests.Wire.Grpc;

/// <summary>Messages whose bytes come in any pieces, and bytes that are no messages.</summary>
public class MessageReaderProperties
{
    [Fact]
    public void Any_splitting_of_the_bytes_gives_the_same_messages() =>
        Prop.ForAll<byte[][], byte[]>((messages, cuts) =>
        {
            var bytes = Framed(messages);
            var found = ReadAll(Plain, Split(bytes, cuts), out var last);
            return last.State == MessageState.End && found.SequenceEqual(messages.Select(Convert.ToHexString));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_bytes_give_an_outcome_and_never_an_exception() =>
        Prop.ForAll<byte[], byte[], bool>((bytes, cuts, completed) =>
        {
            var outcome = Plain.Read(Split(bytes, cuts), completed);
            return outcome.State switch
            {
                MessageState.Failed => !outcome.Failure.IsOk,
                MessageState.Incomplete => !completed && outcome.BytesNeeded > bytes.Length,
                MessageState.End => completed && bytes.Length == 0,
                _ => outcome.Payload.Length + MessagePrefix.Size <= bytes.Length,
            };
        }).QuickCheckThrowOnFailure();

    private static ReadOnlySequence<byte> Split(byte[] bytes, byte[] cuts)
    {
        Segment? first = null;
        Segment? last = null;
        var rest = bytes.AsMemory();
        foreach (var cut in cuts.Append((byte)0).Append(byte.MaxValue))
        {
            var length = Math.Min(cut, rest.Length);
            last = new Segment(rest[..length], last);
            first ??= last;
            rest = rest[length..];
        }

        last = new Segment(rest, last);
        return new ReadOnlySequence<byte>(first!, 0, last, last.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? previous)
        {
            Memory = memory;
            if (previous is not null)
            {
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
                previous.Next = this;
            }
        }
    }
}
