namespace Fathom.Mediator.Messages;

/// <summary>The id and publisher of a notification.</summary>
/// <param name="Id">A random id, set by the publishing node. Each node handles it once.</param>
/// <param name="Node">With TLS, the node that brought the notification to this one, by its certificate: the publishing node itself after
/// one hop. Without TLS, the publishing node, as its metadata claim.</param>
/// <param name="Hops">The number of hops from the publishing node to this one; 0 on the publishing node. A notification that a handler
/// published starts at the hops of the message that it handled.</param>
public sealed record NotificationOrigin(Guid Id, string Node, int Hops);
