namespace Fathom.Transport.Compression;

/// <summary>How many messages of a call follow each other, learned from the calls before and the one under way. Owned by one adaptation,
/// which guards it.</summary>
internal sealed class StreamLength
{
    // The last call counts for so much.
    private const double LastCallWeight = 0.3;

    private long _before;

    /// <summary>Messages so far, of all calls.</summary>
    public long Messages { get; private set; }

    /// <summary>Calls so far, the one under way included.</summary>
    public long Calls { get; private set; }

    /// <summary>As in the calls before; 0 in the first.</summary>
    public double PerCall { get; private set; }

    /// <summary>Counts messages, and says how many there are in their call, themselves included.</summary>
    /// <param name="ofCall">Which of the call the first is, from 1 on.</param>
    /// <param name="messages">How many they are.</param>
    public double Add(long ofCall, int messages)
    {
        if (ofCall == 1 && Messages > 0)
        {
            var ofLast = Messages - _before;
            PerCall = PerCall == 0 ? ofLast : PerCall + (LastCallWeight * (ofLast - PerCall));
            _before = Messages;
        }

        Calls += ofCall == 1 ? 1 : 0;
        Messages += messages;
        return Math.Max(PerCall, ofCall + messages - 1);
    }
}
