namespace Fathom.Mediator.Messages;

/// <summary>A message to all handlers on all connected nodes, without a response. It is a contract (<c>[Contract]</c>).</summary>
public interface INotification;
