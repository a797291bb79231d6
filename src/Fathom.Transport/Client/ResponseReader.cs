using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>The messages of one response. Owned by its call; one read at a time.</summary>
internal sealed class ResponseReader(Stream stream, MessageReader framing)
{
    private ResponseBuffer? _buffer = new();

    /// <summary>The next message, the end, or a failure. A message is valid until it is consumed.</summary>
    public async ValueTask<MessageOutcome> ReadAsync(CancellationToken token)
    {
        var buffer = _buffer ?? throw new ObjectDisposedException(nameof(ResponseReader));
        while (true)
        {
            var outcome = framing.Read(buffer.Unread, buffer.IsCompleted);
            if (outcome.State != MessageState.Incomplete)
            {
                return outcome;
            }

            await buffer.FillAsync(stream, outcome.BytesNeeded, token);
        }
    }

    public void Consume(in MessageOutcome message) => _buffer?.Consume(MessagePrefix.Size + message.Payload.Length);

    /// <summary>Gives the buffer back; only when no read is under way.</summary>
    public void Return()
    {
        _buffer?.Return();
        _buffer = null;
    }
}
