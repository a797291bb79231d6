using Fathom.Contracts;
using Fathom.Mediator.Messages;

[assembly: ContractPackage("fathom.subjects.mediator")]

namespace Fathom.Subjects.Mediator;

/// <summary>The published request; its response mirrors the payload.</summary>
[Contract]
[Remote(Remotes.Node)]
internal sealed partial record Ping([property: Member(1)] ReadOnlyMemory<byte> Payload) : IRequest<Pong>;

/// <summary>The response to <see cref="Ping"/>.</summary>
[Contract]
internal sealed partial record Pong([property: Member(1)] ReadOnlyMemory<byte> Payload);

/// <summary>The published notification, delivered to every node.</summary>
[Contract]
internal sealed partial record Bing([property: Member(1)] ReadOnlyMemory<byte> Payload) : INotification;

/// <summary>Names of remotes.</summary>
internal static class Remotes
{
    public const string Node = "Node";
}
