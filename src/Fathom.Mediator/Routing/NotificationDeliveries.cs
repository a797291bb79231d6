namespace Fathom.Mediator.Routing;

/// <summary>
/// Which notifications a node has handled, is handling, and could not handle. The first copy of a notification is handled; one that
/// arrives meanwhile waits for the outcome; a later one is answered with it. Where the handlers were cancelled, the next copy runs them
/// again. After a failure, only the sender of the copy that was handled has them run again, by sending the same id again. Owned by the
/// node; thread-safe.
/// </summary>
/// <param name="seen">The ids, bounded by count and time. What is in progress is bounded by the calls that the node's host accepts.</param>
internal sealed class NotificationDeliveries(SeenNotifications seen)
{
    /// <summary>The number of failures kept for later copies, each at most 16 KiB. The oldest is dropped, and its notification is new
    /// again.</summary>
    public const int MaxUnsuccessful = 1024;

    private readonly Lock _lock = new();
    private readonly Dictionary<Guid, NotificationDelivery> _running = [];
    private readonly OrderedDictionary<Guid, Unsuccessful> _unsuccessful = [];

    /// <summary>What a node does with a copy.</summary>
    /// <param name="Delivery">The delivery; null: there is an <paramref name="Outcome"/>.</param>
    /// <param name="IsFirst">Whether the caller has to deliver it, and then calls <see cref="End"/>.</param>
    /// <param name="HasJoined">Whether the delivery counts the caller, which waits until it is handled. Otherwise it is cancelled, and the
    /// caller waits for its end to begin again.</param>
    /// <param name="Outcome">What the handlers made of an earlier copy.</param>
    internal readonly record struct Copy(NotificationDelivery? Delivery, bool IsFirst, bool HasJoined, HandlersOutcome? Outcome);

    /// <summary>The number of notifications in progress.</summary>
    public int RunningCount => Running().Length;

    /// <summary>The number of copies that are delivered, or wait for that.</summary>
    public int CopyCount => Running().Sum(delivery => delivery.Copies);

    /// <summary>Decides what to do with a copy that arrived.</summary>
    /// <param name="key">What identifies the notification, see <see cref="Messages.NotificationKey"/>.</param>
    /// <param name="origin">The node that brought it, by its certificate.</param>
    /// <param name="sender">The node that brought it, or its connection where it has no certificate.</param>
    public Copy Begin(Guid key, string origin, string sender)
    {
        lock (_lock)
        {
            var isNew = seen.TryAdd(key, origin);
            if (_running.TryGetValue(key, out var running))
            {
                return new Copy(running, false, running.TryJoin(), null);
            }

            var isHandled = false;
            if (_unsuccessful.TryGetValue(key, out var former))
            {
                if (!isNew && !former.IsForwardingLeft && former.Sender != sender)
                {
                    return new Copy(null, false, false, former.Outcome);
                }

                isHandled = !isNew && former.IsForwardingLeft;
                _unsuccessful.Remove(key);
            }
            else if (!isNew)
            {
                return new Copy(null, false, false, HandlersOutcome.Succeeded);
            }

            return new Copy(_running[key] = new NotificationDelivery(isHandled), true, true, null);
        }
    }

    /// <summary>Adds a notification that this node publishes itself: copies that come back are answered at once, because the publisher
    /// has the outcome of this node's handlers anyway.</summary>
    public void AddOwn(Guid key) => seen.TryAdd(key, SeenNotifications.Own);

    /// <summary>Ends a delivery: by its first copy, once.</summary>
    /// <param name="key">As for <see cref="Begin"/>.</param>
    /// <param name="sender">As for <see cref="Begin"/>.</param>
    /// <param name="delivery">The delivery.</param>
    /// <param name="outcome">What the handlers made of it.</param>
    /// <param name="isForwarded">Whether forwarding ran to its end; false: it was cancelled, or the copy had taken too many hops.</param>
    public void End(Guid key, string sender, NotificationDelivery delivery, HandlersOutcome outcome, bool isForwarded)
    {
        lock (_lock)
        {
            _running.Remove(key);
            if (!outcome.IsComplete || (outcome.Failure is not null && !isForwarded))
            {
                // Cancelled, so nobody was answered: the next copy is new.
                seen.Remove(key);
            }
            else if (outcome.Failure is not null || !isForwarded)
            {
                _unsuccessful[key] = new Unsuccessful(outcome, sender);
                if (_unsuccessful.Count > MaxUnsuccessful)
                {
                    seen.Remove(_unsuccessful.GetAt(0).Key);
                    _unsuccessful.RemoveAt(0);
                }
            }
        }

        delivery.End(outcome);
    }

    private sealed record Unsuccessful(HandlersOutcome Outcome, string Sender)
    {
        public bool IsForwardingLeft => Outcome.Failure is null;
    }

    private NotificationDelivery[] Running()
    {
        lock (_lock)
        {
            return [.. _running.Values];
        }
    }
}
