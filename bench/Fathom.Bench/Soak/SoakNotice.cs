using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.Bench.Soak;

/// <summary>A notification of a soak run.</summary>
[Contract]
public sealed partial record SoakNotice([Member(1)] long Number) : INotification;

/// <summary>Counts the notifications that one node handles.</summary>
internal sealed class SoakNotices : INotificationHandler<SoakNotice>
{
    private readonly Lock _lock = new();
    private HashSet<long> _seen = [];
    private int _doubled;

    public ValueTask HandleAsync(SoakNotice notification, MessageContext context)
    {
        // One of a guest, which the founding node passes on.
        if (notification.Number >= 0)
        {
            lock (_lock)
            {
                _doubled += _seen.Add(notification.Number) ? 0 : 1;
            }
        }

        return default;
    }

    /// <summary>Ends a round.</summary>
    /// <returns>Notifications that were handled in it, and how often one was handled again.</returns>
    public (int Handled, int Doubled) Close()
    {
        lock (_lock)
        {
            var counts = (_seen.Count, _doubled);
            _seen = [];
            _doubled = 0;
            return counts;
        }
    }
}
