using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>Forwards notifications of one type to every remote of this node, concurrently. A remote that is down affects no other
/// remote.</summary>
internal sealed class NotificationForwarder<TNotification>(Method<TNotification, Empty> method, RouteContext node)
    where TNotification : class, INotification
{
    private readonly RemoteSender<TNotification, Empty>[] _remotes =
        [.. node.Remotes.All.Select(r => new RemoteSender<TNotification, Empty>(r, method, node.Plan.MaxHops))];

    /// <summary>Whether there are remotes to forward to.</summary>
    public bool HasRemotes => _remotes.Length > 0;

    /// <summary>Whether a copy has hops left, where it is forwarded. Another copy may have taken fewer.</summary>
    public bool MayForward(NotificationOrigin origin) => !HasRemotes || origin.Hops < node.Plan.MaxHops;

    public Task ForwardAsync(TNotification notification, MessageContext context, NotificationOrigin origin, FailureList failures)
    {
        if (!HasRemotes)
        {
            return Task.CompletedTask;
        }

        if (!MayForward(origin))
        {
            failures.Add(new MediatorException(
                $"Node '{node.Name.Value}' does not forward {typeof(TNotification).Name}: it has taken {origin.Hops} hops, and "
                    + $"Notifications:MaxHops is {node.Plan.MaxHops}.",
                new Status(StatusCode.FailedPrecondition, "Too many hops.")));
            return Task.CompletedTask;
        }

        return Task.WhenAll(_remotes.Select(r => r.ForwardAsync(notification, context, origin, failures, node.Logger)));
    }
}
