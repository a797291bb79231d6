using System.Buffers;
using System.Text;
using Fathom.Load.Pacing;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Load.Grpc.Calls;

/// <summary>One call in flight. Owned by its connection until it ends, then by the worker's pool.</summary>
internal sealed class LoadCall
{
    private const int NoStatus = -1;

    private ReplyReader _reply;
    private WebBody? _web;
    private int _httpStatus;
    private int _status;
    private string? _message;
    private ReadOnlyMemory<byte> _rest;
    private byte[]? _restBuffer;
    private bool _restEnds;

    /// <summary>The stream; null before it is opened.</summary>
    public Http2Stream? Stream { get; set; }

    /// <summary>The connection of the stream; null before it is opened.</summary>
    public ICallConnection? Connection { get; set; }

    public CallTicket Ticket { get; private set; }

    /// <summary>When it was sent, in nanoseconds since the start of the run.</summary>
    public long Started { get; private set; }

    /// <summary>Request messages that were written so far.</summary>
    public int NextMessage { get; set; }

    public long SentBytes { get; set; }

    /// <summary>When its last message was received; 0 before the first.</summary>
    public long LastMessageAt { get; set; }

    /// <summary>The longest time between two of its messages, in nanoseconds.</summary>
    public long LongestGap { get; set; }

    /// <summary>Pairs replies with requests; null where it was never needed.</summary>
    public AnswerClock? Answers { get; set; }

    /// <summary>Whether this side was ended after <see cref="GrpcLoadTarget.StreamFor"/>, and the stream has a second left.</summary>
    public bool IsClosing { get; set; }

    /// <summary>Why this side reset the stream.</summary>
    public CancelReason Cancelled { get; set; }

    /// <summary>Whether the list of deadlines has it.</summary>
    public bool IsListed { get; set; }

    /// <summary>Links of the list in the order of deadlines.</summary>
    public LoadCall? Next { get; set; }

    /// <inheritdoc cref="Next"/>
    public LoadCall? Previous { get; set; }

    public long ReceivedBytes => _reply.Bytes;

    /// <summary>Whether a part of a request message waits for room.</summary>
    public bool HasRest => !_rest.IsEmpty;

    public void Begin(in CallTicket ticket, long now)
    {
        (Ticket, Started, LastMessageAt, LongestGap, IsClosing) = (ticket, now, 0, 0, false);
        Answers?.Clear();
        (_httpStatus, _status, _message, _reply) = (0, NoStatus, null, default);
        (NextMessage, SentBytes, Cancelled) = (0, 0, CancelReason.None);
        _web?.Reset();
    }

    /// <summary>Keeps the part of a framed message that the stream did not accept.</summary>
    public void KeepRest(ReadOnlySpan<byte> rest, bool endsStream)
    {
        _restBuffer = ArrayPool<byte>.Shared.Rent(rest.Length);
        rest.CopyTo(_restBuffer);
        ShareRest(_restBuffer.AsMemory(0, rest.Length), endsStream);
    }

    /// <summary>Keeps the part of a message that the stream did not accept, where its bytes do not change.</summary>
    public void ShareRest(ReadOnlyMemory<byte> rest, bool endsStream) => (_rest, _restEnds) = (rest, endsStream);

    /// <summary>Sends as much of the rest as the stream accepts.</summary>
    /// <returns>Whether further messages can be written: all of it is sent, and it did not end the stream.</returns>
    public bool TrySendRest(Http2Connection engine)
    {
        // With its end sent, a stream that the server has answered is closed inside, and this object can be another call's by then.
        var (rest, buffer, ends) = (_rest, _restBuffer, _restEnds);
        (_rest, _restBuffer) = (default, null);
        var accepted = engine.TryWriteData(Stream!, rest.Span, ends);
        if (accepted < rest.Length)
        {
            (_rest, _restBuffer) = (rest[accepted..], buffer);
            return false;
        }

        Return(buffer);
        return !ends;
    }

    public void OnHttpStatus(ReadOnlySpan<byte> value) =>
        _httpStatus = value.SequenceEqual("200"u8) ? 200 : int.TryParse(value, out var status) ? status : 0;

    public void OnStatusOk() => _status = 0;

    public void OnStatus(ReadOnlySpan<byte> value) =>
        _status = StatusCodes.TryParseWire(Encoding.ASCII.GetString(value), out var code) ? (int)code : (int)StatusCode.Unknown;

    public void OnMessage(in HeaderField field) => _message = Encoding.ASCII.GetString(field.Value);

    /// <summary>Whether the server has sent its status.</summary>
    public bool HasStatus => _status != NoStatus;

    public int OnData(ReadOnlySpan<byte> data, ExpectedReply? expected, ReplyLimits limits)
    {
        _web ??= limits.Protocol == WireProtocol.Grpc ? null : new WebBody();
        return _reply.Read(_web is null ? data : _web.Read(data), expected, limits);
    }

    /// <summary>The response is complete: that of gRPC-Web has its status in the body.</summary>
    public void OnEnd()
    {
        foreach (var (name, value) in _web?.Trailers() ?? [])
        {
            if (name == GrpcHeaders.Status)
            {
                OnStatus(Encoding.ASCII.GetBytes(value));
            }
            else if (name == GrpcHeaders.Message)
            {
                _message = value;
            }
        }
    }

    /// <summary>The outcome of a completed stream.</summary>
    /// <param name="isSingleReply">Whether the server sends one message.</param>
    /// <param name="isChecked">Whether replies are compared.</param>
    public int Outcome(bool isSingleReply, bool isChecked)
    {
        if (_httpStatus != 200)
        {
            return _status > 0 ? _status : (int)StatusMapping.FromHttpStatus(_httpStatus);
        }

        if (_status != 0)
        {
            return _status == NoStatus ? (int)StatusCode.Unknown : _status;
        }

        if (_reply.IsTooLarge)
        {
            return (int)StatusCode.ResourceExhausted;
        }

        if (_reply.Fault is not null || !_reply.IsBetweenMessages || (isSingleReply && _reply.Messages != 1))
        {
            return (int)StatusCode.Internal;
        }

        return isChecked && (_reply.Differs || _reply.Messages == 0) ? CallOutcomes.WrongReply : 0;
    }

    /// <summary>What explains a failure that the stream completed with.</summary>
    public string Explain() =>
        _message is not null ? PrintableText.OneLine(StatusMessageEncoding.Decode(_message), 300)
        : _httpStatus != 200 ? $"the server answered with HTTP status {_httpStatus}"
        : _status == NoStatus ? "the response has no grpc-status"
        : _status != 0 ? ""
        : _reply.Fault is { } fault ? $"the reply has {fault}"
        : !_reply.IsBetweenMessages ? "the reply ends within a message"
        : _reply.Differs ? "the reply differs from the expected one"
        : $"the reply has {_reply.Messages} messages";

    /// <summary>Gives back memory. The call can be used again.</summary>
    public void Clear()
    {
        (Stream, Connection, _message) = (null, null, null);
        Return(_restBuffer);
        (_rest, _restBuffer) = (default, null);
    }

    private static void Return(byte[]? buffer)
    {
        if (buffer is not null)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
