namespace Fathom.Transport.Compression;

/// <summary>How many messages of a call follow each other, learned from the calls before and the one under way. Owned by one adaptation,
/// which guards it.</summary>
internal sealed class StreamLength
{
    // The last call counts for so much.
    private const double LastCallWeight = 0.3;

    private long _before;

    /// <summary>Messages so far, of all calls.</summary>
    public long MessageCount { get; private set; }

    /// <summary>Calls so far, the one under way included.</summary>
    public long CallCount { get; private set; }

    /// <summary>As in the calls before; 0 in the first.</summary>
    public double MessagesPerCall { get; private set; }

    /// <summary>Counts messages, and says how many there are in their call, themselves included.</summary>
    /// <param name="ofCall">Which of the call the first is, from 1 on.</param>
    /// <param name="messages">How many they are.</param>
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
