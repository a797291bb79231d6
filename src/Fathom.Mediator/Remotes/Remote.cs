using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Another node, with its name in the settings and one channel for all messages to it. Owned by
/// <see cref="RemoteNodes"/>.</summary>
/// <param name="name">The name in the settings.</param>
/// <param name="channel">The channel.</param>
/// <param name="waitForReady">Whether messages wait for a remote that is down.</param>
/// <param name="defaultDeadline">Maximum time for a request or notification without a deadline of its own.</param>
/// <param name="time">The clock of that deadline.</param>
internal sealed class Remote(string name, RemoteChannel channel, bool waitForReady, TimeSpan defaultDeadline, TimeProvider time)
    : IDisposable
{
    private readonly SendBudget _budget = new(SendBudget.DefaultLimit);

    public string Name { get; } = name;

    /// <summary>The channel for a call that starts now.</summary>
    public NativeChannel Channel => channel.Current;

    public Uri Address => channel.Address;

    /// <summary>The number of TCP connections opened so far, including closed ones.</summary>
    public long ConnectionsOpened => channel.ConnectionsOpened;

    /// <summary>Maximum time for a request or notification without a deadline of its own.</summary>
    public TimeSpan DefaultDeadline => defaultDeadline;

    /// <summary>Waits until there is room for a notification of this node, or its own deadline has passed: see
    /// <see cref="SendBudget"/>.</summary>
    /// <param name="size">Its bytes.</param>
    /// <param name="context">Its context.</param>
    /// <returns>What must be disposed when it has arrived; null after the deadline.</returns>
    public ValueTask<IDisposable?> EnterAsync(int size, in MessageContext context) => _budget.EnterAsync(size,
        context.Deadline is not { } deadline ? Timeout.InfiniteTimeSpan
            : deadline.Remaining is var left && left > TimeSpan.Zero ? left : TimeSpan.Zero, time, context.CancellationToken);

    /// <summary>The options of a request or notification: its own deadline, else the default.</summary>
    public CallOptions Options(in MessageContext context, Metadata? headers) => StreamOptions(context, headers) with
    {
        Deadline = context.Deadline ?? Deadline.After(defaultDeadline, time),
    };

    /// <summary>The options of a stream. It has its own deadline only: a stream may last. Keepalive ends it when the remote is
    /// dead.</summary>
    public CallOptions StreamOptions(in MessageContext context, Metadata? headers) => new()
    {
        Headers = headers,
        Deadline = context.Deadline,
        CancellationToken = context.CancellationToken,
        WaitForReady = waitForReady,
    };

    public override string ToString() => $"remote '{Name}' ({Address.GetLeftPart(UriPartial.Authority)})";

    public void Dispose() => channel.Dispose();
}
