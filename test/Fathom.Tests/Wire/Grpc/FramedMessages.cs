using System.Buffers;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Wire.Grpc;

/// <summary>Messages behind their prefixes, and a reader that reads all of them.</summary>
internal static class FramedMessages
{
    public static MessageReader Plain { get; } = new(ReceivingSide.Client, 1000, null, MessageEncodings.IdentityOnly);

    public static byte[] Framed(params byte[][] messages)
    {
        var output = new ArrayBufferWriter<byte>();
        foreach (var message in messages)
        {
            MessagePrefix.Write(output, message.Length);
            output.Write(message);
        }

        return output.WrittenSpan.ToArray();
    }

    public static List<string> ReadAll(MessageReader reader, ReadOnlySequence<byte> bytes, out MessageOutcome last)
    {
        List<string> found = [];
        last = reader.Read(bytes, isCompleted: true);
        while (last.State == MessageState.Message)
        {
            found.Add(Convert.ToHexString(last.Payload.ToArray()));
            bytes = bytes.Slice(last.Payload.End);
            last = reader.Read(bytes, isCompleted: true);
        }

        return found;
    }
}
