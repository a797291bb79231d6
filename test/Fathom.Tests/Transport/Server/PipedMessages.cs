using System.IO.Pipelines;
using Fathom.TestKit.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Transport.Server;

/// <summary>The messages of one direction of a call, as they travel.</summary>
internal static class PipedMessages
{
    /// <summary>Reads all of them; their sender must have completed the pipe.</summary>
    public static List<(byte[] Bytes, bool IsCompressed)> Read(PipeReader pipe, string? encoding)
    {
        List<(byte[] Bytes, bool IsCompressed)> messages = [];
        if (!pipe.TryRead(out var result))
        {
            return messages;
        }

        var reader = new MessageReader(ReceivingSide.Client, null, encoding,
            encoding is null ? MessageEncodings.IdentityOnly : new MessageEncodings(encoding));
        var rest = result.Buffer;
        MessageOutcome outcome;
        while ((outcome = reader.Read(rest, isCompleted: true)).State == MessageState.Message)
        {
            messages.Add((new BytesMarshaller().Deserialize(outcome.Payload), outcome.IsCompressed));
            rest = rest.Slice(outcome.Payload.End);
        }

        outcome.State.ShouldBe(MessageState.End);
        return messages;
    }
}
