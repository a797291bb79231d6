namespace Fathom.Mediator.Messages;

/// <summary>
/// Names the remote that handles a request or stream request. Where the settings have <c>Remotes:NAME</c> it is sent there; where they have
/// not, the handler on the same node answers.
/// </summary>
/// <param name="name">The name, as in the settings; letters of either case are one.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class RemoteAttribute(string name) : Attribute
{
    /// <summary>The name.</summary>
    public string Name { get; } = name;
}
