namespace Fathom.Mediator.Messages;

/// <summary>A message that tells every connected node; any number of handlers on each, and no answer. It is a contract
/// (<c>[Contract]</c>).</summary>
public interface INotification;
