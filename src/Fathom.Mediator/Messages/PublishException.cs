namespace Fathom.Mediator.Messages;

/// <summary>
/// A notification that some handlers failed to handle, or some nodes did not get; all others did. The inner exceptions are the failures:
/// this node's handlers' as thrown, those of other nodes as <see cref="RemoteHandlerException"/>, nodes that could not be told as
/// <see cref="MediatorException"/>.
/// </summary>
public sealed class PublishException : AggregateException
{
    internal PublishException(string notification, IReadOnlyCollection<Exception> failures)
        : base($"{notification} reached all it could, with {failures.Count} {(failures.Count == 1 ? "failure" : "failures")}.", failures)
    {
    }
}
