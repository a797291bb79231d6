using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Requests;

/// <summary>Writes the request messages of calls with their prefixes; small ones of a stream share a DATA frame, as those of gRPC C-core
/// do. Owned by one worker.</summary>
/// <param name="messages">The messages.</param>
/// <param name="isStreamed">Whether the client streams.</param>
/// <param name="staysOpen">Whether the client's side of a stream stays open after its last message, until <see cref="TryEnd"/>.</param>
/// <param name="compression">How messages are compressed.</param>
/// <param name="sent">Called for each message of a stream that is written.</param>
/// <param name="failed">Called when a message cannot be made. Its call stays without an end; the run ends it.</param>
internal sealed class RequestFramer(IRequestMessages messages, bool isStreamed, bool staysOpen, MessageCompression compression,
    Action<LoadCall> sent, Action<RequestDataException> failed) : IDisposable
{
    // Of a DATA frame, whose largest size it is with all servers (RFC 9113 section 4.2).
    private const int MaxTogether = 16 * 1024;

    private readonly MessageFrame _frame = new(compression);
    private readonly PrefixedMessage _prefixed = new();

    // Its bytes are copied once, into the output of the connection.
    private readonly bool _areShared = messages.AreConstant && compression.Codec is null;

    public void Dispose() => messages.Dispose();

    /// <summary>Writes messages until all are written or the stream takes no more.</summary>
    public void Write(Http2Connection engine, LoadCall call)
    {
        try
        {
            WriteMessages(engine, call);
        }
        catch (RequestDataException e)
        {
            _frame.Take();
            failed(e);
        }
    }

    /// <summary>Continues when the stream has room again.</summary>
    public void Continue(Http2Connection engine, LoadCall call)
    {
        if (!call.HasRest || call.TrySendRest(engine))
        {
            Write(engine, call);
        }
    }

    /// <summary>Ends the client's side of a stream that stayed open.</summary>
    /// <returns>False where messages are left to send.</returns>
    public bool TryEnd(Http2Connection engine, LoadCall call)
    {
        if (call.HasRest || call.NextMessage < messages.CountOf(call.Ticket.Number))
        {
            return false;
        }

        engine.TryWriteData(call.Stream!, [], endStream: true);
        return true;
    }

    private void WriteMessages(Http2Connection engine, LoadCall call)
    {
        var count = isStreamed ? messages.CountOf(call.Ticket.Number) : 1;
        if (count == 0 && !staysOpen)
        {
            engine.TryWriteData(call.Stream!, [], endStream: true);
            return;
        }

        while (call.NextMessage < count)
        {
            var message = messages.Get(call.Ticket.Number, call.NextMessage);
            var isShared = _areShared && message.Length > PrefixedMessage.MinSize;
            if (_frame.Length > 0 && (isShared || _frame.Length + MessagePrefix.Size + message.Length > MaxTogether)
                && !TrySend(engine, call, ends: false))
            {
                return;
            }

            var ends = ++call.NextMessage == count && !staysOpen;
            call.SentBytes += message.Length;
            if (isStreamed)
            {
                sent(call);
            }

            if (!isShared)
            {
                _frame.Add(message);
            }

            var isAccepted = isShared ? TrySendShared(engine, call, message, ends)
                : call.NextMessage < count || TrySend(engine, call, ends);
            // After the end a server that had answered already has ended the call: the object can be another call's by now.
            if (!isAccepted || ends)
            {
                return;
            }
        }
    }

    private bool TrySend(Http2Connection engine, LoadCall call, bool ends)
    {
        var framed = _frame.Take();
        var accepted = engine.TryWriteData(call.Stream!, framed, ends);
        if (accepted < framed.Length)
        {
            call.KeepRest(framed[accepted..], ends);
            return false;
        }

        return true;
    }

    private bool TrySendShared(Http2Connection engine, LoadCall call, ReadOnlyMemory<byte> message, bool ends)
    {
        var framed = _prefixed.Of(message);
        var accepted = engine.TryWriteData(call.Stream!, framed, ends);
        if (accepted == framed.Length)
        {
            return true;
        }

        if (accepted < MessagePrefix.Size)
        {
            _frame.Add(message);
            call.KeepRest(_frame.Take()[accepted..], ends);
        }
        else
        {
            call.ShareRest(message[(accepted - MessagePrefix.Size)..], ends);
        }

        return false;
    }
}
