namespace Fathom.Mediator.Remotes;

/// <summary>What a node can say of one of its remotes.</summary>
/// <param name="Name">Its name in the settings.</param>
/// <param name="Address">Where it is.</param>
/// <param name="ConnectionsOpened">TCP connections opened to it so far, those closed since included.</param>
public sealed record RemoteInfo(string Name, Uri Address, long ConnectionsOpened);
