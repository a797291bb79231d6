namespace Fathom.Load.Grpc.Requests;

/// <summary>Messages that were encoded once: call n sends message n modulo their number, and a call that streams sends all of them. Shared
/// by all workers.</summary>
public sealed class FixedMessages : IRequestSource, IRequestMessages
{
    private readonly ReadOnlyMemory<byte>[] _messages;
    private readonly bool _isStreamed;

    /// <summary>Creates the source.</summary>
    /// <param name="messages">At least one message.</param>
    /// <param name="isStreamed">Whether a call sends all messages, in order.</param>
    /// <exception cref="ArgumentException">There is no message.</exception>
    public FixedMessages(IReadOnlyList<ReadOnlyMemory<byte>> messages, bool isStreamed)
    {
        ArgumentNullException.ThrowIfNull(messages);
        if (messages.Count == 0)
        {
            throw new ArgumentException("There is no message: give at least one.", nameof(messages));
        }

        (_messages, _isStreamed) = ([.. messages], isStreamed);
    }

    /// <inheritdoc/>
    public bool AreConstant => true;

    /// <inheritdoc/>
    public IRequestMessages Open() => this;

    /// <summary>Does nothing: other workers use the messages, too.</summary>
    public void Dispose()
    {
    }

    /// <inheritdoc/>
    public int CountOf(long call) => _messages.Length;

    /// <inheritdoc/>
    public ReadOnlyMemory<byte> Get(long call, int index) => _messages[_isStreamed ? index : (int)(call % _messages.Length)];
}
