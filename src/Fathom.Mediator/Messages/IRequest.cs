namespace Fathom.Mediator.Messages;

/// <summary>
/// A message that one handler answers, here or on another node. It is a contract (<c>[Contract]</c>), as its response is;
/// <see cref="Fathom.Contracts.Empty"/> is the response of a request that has none.
/// </summary>
/// <typeparam name="TResponse">The contract that answers it.</typeparam>
public interface IRequest<TResponse>;
