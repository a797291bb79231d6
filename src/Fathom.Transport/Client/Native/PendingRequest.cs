using Fathom.Wire.Http2;

namespace Fathom.Transport.Client.Native;

/// <summary>The request message that a call is sending, and how much of it is sent. Composed by value into a call.</summary>
internal struct PendingRequest
{
    private FramedMessage? _message;
    private int _sent;

    /// <summary>Whether there is a message. That of a unary call stays until the call ends, so that it can be sent again.</summary>
    public readonly bool Exists => _message is not null;

    /// <summary>Whether a part of the message is not sent yet.</summary>
    public readonly bool HasUnsentBytes => _message is { } message && _sent < message.Sequence.Length;

    public void Set(FramedMessage message) => (_message, _sent) = (message, 0);

    /// <summary>Starts at the first byte again, for another attempt.</summary>
    public void Rewind() => _sent = 0;

    /// <summary>Sends as much as the stream accepts.</summary>
    /// <returns>Whether all of the message is sent.</returns>
    public bool TrySend(Http2Connection engine, Http2Stream stream, bool endStream)
    {
        var rest = _message!.Sequence.Slice(_sent);
        _sent += rest.IsSingleSegment ? engine.TryWriteData(stream, rest.FirstSpan, endStream)
            : engine.TryWriteData(stream, rest, endStream);
        return _sent == _message.Sequence.Length;
    }

    /// <summary>Returns the memory of the message.</summary>
    public void Return()
    {
        _message?.Return();
        _message = null;
    }
}
