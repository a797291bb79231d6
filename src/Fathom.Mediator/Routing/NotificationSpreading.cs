using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>Passes notifications of one type on to every remote of this node, side by side: one that is down keeps it from no other.</summary>
internal sealed class NotificationSpreading<TNotification>(Method<TNotification, Empty> method, NodeParts node)
    where TNotification : class, INotification
{
    public Task TellRemotesAsync(TNotification notification, MessageContext context, NotificationOrigin origin, FailureList failures)
    {
        if (node.Remotes.All.Count == 0)
        {
            return Task.CompletedTask;
        }

        if (origin.Hops >= node.Plan.MaxHops)
        {
            failures.Add(new MediatorException(
                $"{typeof(TNotification).Name} is not passed on by node '{node.Name.Value}': it has come by {origin.Hops} hops, and Notifications:MaxHops is {node.Plan.MaxHops}.",
                new Status(StatusCode.FailedPrecondition, "Too many hops.")));
            return Task.CompletedTask;
        }

        var headers = MessageHeaders.OfNotification(origin);
        return Task.WhenAll(node.Remotes.All.Select(remote => TellAsync(remote, notification, context, headers, failures)));
    }

    private async Task TellAsync(Remote remote, TNotification notification, MessageContext context, Metadata headers, FailureList failures)
    {
        try
        {
            await remote.Channel.UnaryAsync(method, notification, remote.Options(context, headers)).ConfigureAwait(false);
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.Unimplemented && e.Trailers.Count == 0)
        {
            // It does not know the notification: nobody there waits for it.
            NodeLog.PassedOver(node.Logger, remote.Name, typeof(TNotification).Name);
        }
        catch (RpcException e)
        {
            foreach (var failure in RemoteFailures.AllOf(e, typeof(TNotification).Name, remote))
            {
                failures.Add(failure);
            }
        }
    }
}
