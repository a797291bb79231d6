using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>Reads the messages of one response. Owned by its call; one read at a time.</summary>
internal sealed class ResponseReader(Stream stream, MessageReader framing)
{
    private readonly ResponseBuffer _buffer = new();

    /// <summary>Finds messages in the bytes.</summary>
    public MessageReader Framing => framing;

    /// <summary>Reads the next message, the end, or a failure. A message is valid until it is consumed.</summary>
    public async ValueTask<MessageOutcome> ReadAsync(CancellationToken token)
    {
        while (true)
        {
            var outcome = framing.Read(_buffer.Unread, _buffer.IsCompleted);
            if (outcome.State != MessageState.Incomplete)
            {
                return outcome;
            }

            await _buffer.FillAsync(stream, outcome.BytesNeeded, token).ConfigureAwait(false);
        }
    }

    public void Consume(in MessageOutcome message) => _buffer.Consume(MessagePrefix.Size + message.Payload.Length);

    /// <summary>Releases unread bytes. Do not call while a read is in progress.</summary>
    public void Release() => _buffer.Release();
}
