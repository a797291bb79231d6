using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.Samples.TwoNodes;

/// <summary>Handled by the remote North where the settings have one, else where it is sent.</summary>
[Contract, Remote("North")]
public sealed partial record Question([Member(1)] string Text) : IRequest<Reply>;

/// <summary>What answers it.</summary>
[Contract]
public sealed partial record Reply([Member(1)] string Text, [Member(2)] string Node);

/// <summary>Told to every node.</summary>
[Contract]
public sealed partial record Arrival([Member(1)] string Node) : INotification;
