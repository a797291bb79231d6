using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Messages;

/// <summary>
/// What travels with a message, the same on both sides: a sender says when it gives up, a handler reads it. Handed on with a further
/// message it passes on deadline and cancellation (gRPC, "Deadlines", "Deadline propagation"), and counts the hops between nodes.
/// </summary>
public readonly record struct MessageContext
{
    private readonly CancellationToken _token;
    private readonly Deadline? _deadline;

    /// <summary>Ends a sender's message; for a handler it is cancelled when the sender is gone or the deadline has passed.</summary>
    public CancellationToken CancellationToken
    {
        get => _token.CanBeCanceled || Server is null ? _token : Server.CancellationToken;
        init => _token = value;
    }

    /// <summary>When the sender gives up, with <see cref="MediatorException"/> and DeadlineExceeded; null: never.</summary>
    public Deadline? Deadline
    {
        get => _deadline ?? Server?.Deadline;
        init => _deadline = value;
    }

    /// <summary>The call by which the message came from another node: peer, metadata; null where it was sent on this node.</summary>
    public ServerCallContext? Server { get; internal init; }

    /// <summary>Whose notification this is; null for requests.</summary>
    public NotificationOrigin? Notification { get; internal init; }

    // A call's own deadline is kept by its host.
    internal Deadline? OwnDeadline => _deadline;

    /// <summary>A message that the token ends.</summary>
    public static implicit operator MessageContext(CancellationToken token) => new() { CancellationToken = token };

    /// <summary>A message that the token ends.</summary>
    public static MessageContext FromCancellationToken(CancellationToken token) => token;

    /// <summary>A message given up after <paramref name="timeout"/>.</summary>
    /// <param name="timeout">From now.</param>
    /// <param name="time">The clock; the system's when null.</param>
    public static MessageContext WithTimeout(TimeSpan timeout, TimeProvider? time = null) =>
        new() { Deadline = Transport.Calls.Deadline.After(timeout, time) };
}
