namespace Fathom.Mediator.Messages;

/// <summary>
/// A message that one handler answers, on this node or another. The message and its response are contracts (<c>[Contract]</c>). A request
/// without a response has the response <see cref="Fathom.Contracts.Empty"/>.
/// </summary>
/// <typeparam name="TResponse">The response, a contract.</typeparam>
public interface IRequest<TResponse>;
