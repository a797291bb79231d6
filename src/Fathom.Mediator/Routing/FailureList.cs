using System.Collections.Concurrent;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>What went wrong with one notification, on the way to however many. Owned by its publishing on one node.</summary>
internal sealed class FailureList
{
    private readonly ConcurrentQueue<Exception> _failures = new();

    public void Add(Exception failure) => _failures.Enqueue(failure);

    /// <exception cref="PublishException">There is any.</exception>
    public void ThrowIfAny(string notification)
    {
        if (!_failures.IsEmpty)
        {
            throw new PublishException(notification, [.. _failures]);
        }
    }
}
