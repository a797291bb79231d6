namespace Fathom.Mediator.Messages;

/// <summary>A message that one handler answers with any number of items, here or on another node. It is a contract (<c>[Contract]</c>), as
/// its items are.</summary>
/// <typeparam name="TItem">The contract of each item.</typeparam>
public interface IStreamRequest<TItem>;
