namespace Fathom.Transport.Compression;

/// <summary>Estimates the number of messages per call from earlier calls and the current one. Owned by one policy, which locks
/// it.</summary>
internal sealed class StreamLength
{
    // Weight of the last call.
    private const double LastCallWeight = 0.3;

    private long _before;

    /// <summary>Number of messages of all calls so far.</summary>
    public long MessageCount { get; private set; }

    /// <summary>Number of calls so far, including the current one.</summary>
    public long CallCount { get; private set; }

    /// <summary>Messages per earlier call; 0 in the first call.</summary>
    public double MessagesPerCall { get; private set; }

    /// <summary>Counts messages and returns the expected number of messages of their call.</summary>
    /// <param name="ofCall">Number of the first message in its call, from 1.</param>
    /// <param name="messages">Number of messages.</param>
    public double Add(long ofCall, int messages)
    {
        if (ofCall == 1 && MessageCount > 0)
        {
            var ofLast = MessageCount - _before;
            MessagesPerCall = MessagesPerCall == 0 ? ofLast : MessagesPerCall + (LastCallWeight * (ofLast - MessagesPerCall));
            _before = MessageCount;
        }

        CallCount += ofCall == 1 ? 1 : 0;
        MessageCount += messages;
        return Math.Max(MessagesPerCall, ofCall + messages - 1);
    }
}
