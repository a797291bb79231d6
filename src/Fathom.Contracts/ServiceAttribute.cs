namespace Fathom.Contracts;

/// <summary>
/// Makes an interface a gRPC service: each of its methods is one of the service's, and the generator writes a client and a host for it
/// where the project references Fathom.Transport. <c>[ServiceContract]</c> is understood as well.
/// </summary>
/// <remarks>
/// One message is a contract, a stream of them an <see cref="IAsyncEnumerable{T}"/> of contracts. A method takes one or none of these
/// (none:
/// <see cref="Empty"/>) and returns <c>ValueTask&lt;T&gt;</c> or <c>Task&lt;T&gt;</c>, <c>ValueTask</c> or <c>Task</c>
/// (<see cref="Empty"/>), or a stream. Besides, it may take a <see cref="CancellationToken"/>, or the transport's <c>CallContext</c> or
/// <c>CallOptions</c>.
/// </remarks>
[AttributeUsage(AttributeTargets.Interface, Inherited = false)]
public sealed class ServiceAttribute : Attribute
{
    /// <summary>The service's name in its package; that of the interface without its leading I when left out.</summary>
    public string? Name { get; set; }
}
