namespace Fathom.Mediator.Messages;

/// <summary>A message that one handler answers with a stream of items, on this node or another. The message and its items are contracts
/// (<c>[Contract]</c>).</summary>
/// <typeparam name="TItem">The contract of each item.</typeparam>
public interface IStreamRequest<TItem>;
