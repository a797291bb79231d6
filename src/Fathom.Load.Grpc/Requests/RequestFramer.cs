using System.Buffers;
using Fathom.Load.Grpc.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Requests;

/// <summary>Writes the request messages of calls, each with its prefix in one DATA frame where it fits. Owned by one worker; its buffer
/// grows to the largest message.</summary>
/// <param name="messages">The messages.</param>
/// <param name="isStreamed">Whether the client streams.</param>
/// <param name="staysOpen">Whether the client's side of a stream stays open after its last message, until <see cref="TryEnd"/>.</param>
/// <param name="compression">How messages are compressed.</param>
/// <param name="sent">Called for each message of a stream that is written.</param>
/// <param name="failed">Called when a message cannot be made. Its call stays without an end; the run ends it.</param>
internal sealed class RequestFramer(IRequestMessages messages, bool isStreamed, bool staysOpen, MessageCompression compression,
    Action<LoadCall> sent, Action<RequestDataException> failed) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _plain = new();
    private readonly ArrayBufferWriter<byte> _compressed = new();
    private byte[] _frame = new byte[1024];

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
            var framed = Frame(message);
            var ends = ++call.NextMessage == count && !staysOpen;
            call.SentBytes += message.Length;
            if (isStreamed)
            {
                sent(call);
            }

            var accepted = engine.TryWriteData(call.Stream!, framed, ends);
            if (accepted < framed.Length)
            {
                call.KeepRest(framed[accepted..], ends);
                return;
            }

            if (ends)
            {
                // A server that had answered already has ended the call: the object can be another call's by now.
                return;
            }
        }
    }

    private Span<byte> Frame(ReadOnlyMemory<byte> message)
    {
        if (compression.Codec is { } codec && Compress(codec, message) is { } compressed && compressed.Length < message.Length)
        {
            return Frame(compressed.Span, isCompressed: true);
        }

        return Frame(message.Span, isCompressed: false);
    }

    // The same message again, which most runs send, is compressed once.
    private ReadOnlyMemory<byte> Compress(Codec codec, ReadOnlyMemory<byte> message)
    {
        if (!message.Span.SequenceEqual(_plain.WrittenSpan) || message.IsEmpty)
        {
            _plain.ResetWrittenCount();
            _plain.Write(message.Span);
            _compressed.ResetWrittenCount();
            codec.Compress(new ReadOnlySequence<byte>(message), _compressed, compression.Level);
        }

        return _compressed.WrittenMemory;
    }

    private Span<byte> Frame(ReadOnlySpan<byte> message, bool isCompressed)
    {
        var size = MessagePrefix.Size + message.Length;
        if (_frame.Length < size)
        {
            _frame = new byte[Math.Max(size, _frame.Length * 2)];
        }

        MessagePrefix.Write(_frame, message.Length, isCompressed);
        message.CopyTo(_frame.AsSpan(MessagePrefix.Size));
        return _frame.AsSpan(0, size);
    }
}
