using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Wire.Grpc;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Shows what a server sent. What one reply is does not end the call: others follow, and the server's status.</summary>
internal sealed class CallReplies(CallView view, ReplyDecoder decoder, string format)
{
    /// <summary>The number of replies that the descriptors could not read.</summary>
    public int Unreadable { get; private set; }

    public async Task ShowAsync(long number, MessageDescriptor type, ReadOnlyMemory<byte> reply)
    {
        if (format != "json")
        {
            view.Encoded(reply.Span, format);
            return;
        }

        try
        {
            view.Reply(await decoder.DecodeAsync(type, reply));
            view.Unknown(decoder.UnknownFields);
        }
        catch (SchemaException e)
        {
            Unreadable++;
            view.Unreadable($"reply {number}", e.Message, reply.Span);
        }
    }

    /// <summary>Shows the details of a status, where its trailers have any.</summary>
    public async Task ShowDetailsAsync(Metadata trailers)
    {
        if (trailers.GetBytes(StatusDetails.Trailer) is not { } bytes)
        {
            return;
        }

        try
        {
            foreach (var detail in StatusDetails.Read(bytes.Span))
            {
                view.Detail(await decoder.DecodeAsync(StatusDetails.Type, detail));
            }
        }
        catch (SchemaException e)
        {
            view.Unreadable(StatusDetails.Trailer, e.Message, bytes.Span);
        }
    }
}
