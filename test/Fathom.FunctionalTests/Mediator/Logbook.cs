using System.Collections.Concurrent;
using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>What the handlers of one node have seen.</summary>
public sealed class Logbook(string node)
{
    private readonly ConcurrentQueue<(int Number, NotificationOrigin Origin)> _bings = new();

    public string Node => node;

    public SemaphoreSlim Began { get; } = new(0);

    public SemaphoreSlim Ended { get; } = new(0);

    public IReadOnlyList<int> Bings => [.. _bings.Select(b => b.Number)];

    public IReadOnlyList<NotificationOrigin> Origins => [.. _bings.Select(b => b.Origin)];

    internal void Add(Bing bing, MessageContext context) => _bings.Enqueue((bing.Number, context.Notification!));
}
