using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Mirrored by <see cref="Pong"/>.</summary>
[Contract, Remote("Red")]
public sealed partial record Ping([Member(1)] ReadOnlyMemory<byte> Payload) : IRequest<Pong>;

[Contract]
public sealed partial record Pong([Member(1)] ReadOnlyMemory<byte> Payload, [Member(2)] string Node = "");

/// <summary>Ends as it says.</summary>
[Contract, Remote("Red")]
public sealed partial record Fail([Member(1)] string How) : IRequest<Empty>;

/// <summary>Not answered before it is cancelled.</summary>
[Contract, Remote("Red")]
public sealed partial record Linger : IRequest<Empty>;

/// <summary>Numbers from 1 on; the last, where it is negative, is an exception.</summary>
[Contract, Remote("Red")]
public sealed partial record Numbers([Member(1)] int UpTo) : IStreamRequest<Item>;

[Contract]
public sealed partial record Item([Member(1)] int Value);

/// <summary>Nobody handles it.</summary>
[Contract, Remote("Nowhere")]
public sealed partial record Orphan : IRequest<Empty>;

/// <summary>Told to all nodes.</summary>
[Contract]
public sealed partial record Bing([Member(1)] int Number, [Member(2)] string FailsOn = "") : INotification;
