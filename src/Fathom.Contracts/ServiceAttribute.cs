namespace Fathom.Contracts;

/// <summary>
/// Marks an interface as a gRPC service; its methods are the methods of the service. In a project that references Fathom.Transport, the
/// source generator generates a client and a host. <c>[ServiceContract]</c> is also supported.
/// </summary>
/// <remarks>
/// A message is a contract, and a stream is an <see cref="IAsyncEnumerable{T}"/> of contracts. A method takes a message, a stream, or
/// nothing (<see cref="Empty"/>). It returns <c>ValueTask&lt;T&gt;</c>, <c>Task&lt;T&gt;</c>, a stream, or <c>ValueTask</c> or <c>Task</c>
/// (<see cref="Empty"/>). It may also take a <see cref="CancellationToken"/>, or the transport's <c>CallContext</c> or
/// <c>CallOptions</c>.
/// </remarks>
[AttributeUsage(AttributeTargets.Interface, Inherited = false)]
public sealed class ServiceAttribute : Attribute
{
    /// <summary>The name of the service in its package. Default: the interface name without the leading I.</summary>
    public string? Name { get; set; }
}
