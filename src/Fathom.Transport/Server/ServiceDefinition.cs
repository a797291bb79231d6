namespace Fathom.Transport.Server;

/// <summary>A service with the handlers of its methods. Immutable; created by <see cref="ServiceBuilder"/>.</summary>
public sealed class ServiceDefinition
{
    internal ServiceDefinition(
        string name, IReadOnlyList<MethodHandler> handlers, Func<IEnumerable<ReadOnlyMemory<byte>>>? descriptors) =>
        (Name, Handlers, Descriptors) = (name, handlers, descriptors);

    /// <summary>The service with its package, for example <c>grpc.health.v1.Health</c>.</summary>
    public string Name { get; }

    internal IReadOnlyList<MethodHandler> Handlers { get; }

    internal Func<IEnumerable<ReadOnlyMemory<byte>>>? Descriptors { get; }
}
