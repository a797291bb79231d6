namespace Fathom.Mediator.Remotes;

/// <summary>A remote of a node.</summary>
/// <param name="Name">Its name in the settings.</param>
/// <param name="Address">Its address.</param>
/// <param name="ConnectionsOpened">The number of TCP connections opened to it so far, including closed ones.</param>
public sealed record RemoteInfo(string Name, Uri Address, long ConnectionsOpened);
