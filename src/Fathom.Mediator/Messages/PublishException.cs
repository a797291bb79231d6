namespace Fathom.Mediator.Messages;

/// <summary>
/// Some handlers of a notification failed, or some nodes were not reached. All other handlers completed. The inner exceptions are the
/// failures: exceptions of this node's handlers as thrown, those of other nodes as <see cref="RemoteHandlerException"/>, and unreachable
/// nodes as
/// <see cref="MediatorException"/>.
/// </summary>
public sealed class PublishException : AggregateException
{
    internal PublishException(string notification, IReadOnlyCollection<Exception> failures, IReadOnlyList<long> ids)
        : base($"{notification} was published with {failures.Count} {(failures.Count == 1 ? "failure" : "failures")}; all other "
        + $"handlers completed.", failures) => FailureIds = ids;

    // The id of each inner exception.
    internal IReadOnlyList<long> FailureIds { get; }
}
