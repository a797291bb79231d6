using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Messages;

/// <summary>
/// The deadline and cancellation of a message, for sender and handler alike. A handler that passes its context to a further message
/// propagates both (gRPC, "Deadlines", "Deadline propagation") and counts the hops between nodes.
/// </summary>
public readonly record struct MessageContext
{
    private readonly CancellationToken _token;
    private readonly Deadline? _deadline;

    /// <summary>Cancels the sender's message. For a handler: cancelled when the sender disconnects or the deadline passes.</summary>
    public CancellationToken CancellationToken
    {
        get => _token.CanBeCanceled || Server is null ? _token : Server.CancellationToken;
        init => _token = value;
    }

    /// <summary>After the deadline the sender gets a <see cref="MediatorException"/> with DeadlineExceeded. Null: the setting
    /// <c>Grpc:DefaultDeadline</c> for a request or notification to another node, and none for all else.</summary>
    public Deadline? Deadline
    {
        get => _deadline ?? Server?.Deadline;
        init => _deadline = value;
    }

    /// <summary>The call that brought the message from another node, with peer and metadata; null for a message of this node.</summary>
    public ServerCallContext? Server { get; internal init; }

    /// <summary>The id and publisher of a notification; null for requests.</summary>
    public NotificationOrigin? Notification { get; internal init; }

    // The host enforces the deadline of a call by itself.
    internal Deadline? OwnDeadline => _deadline;

    /// <summary>A context with this token.</summary>
    public static implicit operator MessageContext(CancellationToken token) => new() { CancellationToken = token };

    /// <summary>A context with this token.</summary>
    public static MessageContext FromCancellationToken(CancellationToken token) => token;

    /// <summary>A context whose deadline is <paramref name="timeout"/> from now.</summary>
    /// <param name="timeout">The time from now to the deadline.</param>
    /// <param name="time">The clock; the system's when null.</param>
    public static MessageContext WithTimeout(TimeSpan timeout, TimeProvider? time = null) =>
        new() { Deadline = Transport.Calls.Deadline.After(timeout, time) };
}
