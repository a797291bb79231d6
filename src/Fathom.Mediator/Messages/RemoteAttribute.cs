namespace Fathom.Mediator.Messages;

/// <summary>
/// Names the remote that handles a request or stream request. If the settings have <c>Remotes:NAME</c>, the message is sent there, else the
/// handler on the same node answers.
/// </summary>
/// <param name="name">The name in the settings, case-insensitive.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class RemoteAttribute(string name) : Attribute
{
    /// <summary>The name.</summary>
    public string Name { get; } = name;
}
