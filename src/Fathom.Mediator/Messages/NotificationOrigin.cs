namespace Fathom.Mediator.Messages;

/// <summary>Where a notification comes from, the same on every node.</summary>
/// <param name="Id">Chosen at random by the node that published it; each node handles it once.</param>
/// <param name="Node">The name of that node.</param>
/// <param name="Hops">How many times it was passed on to reach this node; 0 on the publishing one.</param>
public sealed record NotificationOrigin(Guid Id, string Node, int Hops);
