using System.Security.Cryptography;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The failures of one notification, from handlers or remotes. A failure that several remotes report is one. Owned by its
/// publication on one node; thread-safe.</summary>
internal sealed class FailureList
{
    private readonly Lock _lock = new();
    private readonly OrderedDictionary<long, Exception> _failures = [];

    /// <summary>Adds a failure; a new one gets an id.</summary>
    public void Add(Exception failure)
    {
        var id = failure is RemoteHandlerException { FailureId: not 0 and var known } ? known : NewId();
        lock (_lock)
        {
            _failures.TryAdd(id, failure);
        }
    }

    /// <summary>These failures and those of another list, which is complete.</summary>
    public FailureList With(FailureList others)
    {
        var all = new FailureList();
        foreach (var (id, failure) in Snapshot().Concat(others.Snapshot()))
        {
            all._failures.TryAdd(id, failure);
        }

        return all;
    }

    /// <summary>The exception with all failures; null: there is none.</summary>
    public PublishException? ToException(string notification)
    {
        var failures = Snapshot();
        return failures.Length == 0 ? null
            : new PublishException(notification, [.. failures.Select(f => f.Value)], [.. failures.Select(f => f.Key)]);
    }

    /// <exception cref="PublishException">The list holds a failure.</exception>
    public void ThrowIfAny(string notification)
    {
        if (ToException(notification) is { } failure)
        {
            throw failure;
        }
    }

    private static long NewId() => BitConverter.ToInt64(RandomNumberGenerator.GetBytes(sizeof(long))) & long.MaxValue;

    // A handler that ignores its deadline may add a failure later.
    private KeyValuePair<long, Exception>[] Snapshot()
    {
        lock (_lock)
        {
            return [.. _failures];
        }
    }
}
