using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>Passes notifications of one type on to every remote of this node, side by side: one that is down keeps it from no
/// other.</summary>
internal sealed class NotificationForwarder<TNotification>(Method<TNotification, Empty> method, RouteContext node)
    where TNotification : class, INotification
{
    private readonly (Remote Remote, CallTelemetry Telemetry)[] _remotes =
        [.. node.Remotes.All.Select(r => (r, CallTelemetry.ToNode(method.FullPath, r.Channel.Options.Address)))];

    public Task ForwardAsync(TNotification notification, MessageContext context, NotificationOrigin origin, FailureList failures)
    {
        if (_remotes.Length == 0)
        {
            return Task.CompletedTask;
        }

        if (origin.Hops >= node.Plan.MaxHops)
        {
            failures.Add(new MediatorException(
                $"{typeof(TNotification).Name} is not passed on by node '{node.Name.Value}': it has come by {origin.Hops} hops, and "
                    + $"Notifications:MaxHops is {node.Plan.MaxHops}.",
                new Status(StatusCode.FailedPrecondition, "Too many hops.")));
            return Task.CompletedTask;
        }

        return Task.WhenAll(_remotes.Select(r => ForwardToAsync(r.Remote, r.Telemetry, notification, context, origin, failures)));
    }

    private async Task ForwardToAsync(
        Remote remote, CallTelemetry telemetry, TNotification notification, MessageContext context, NotificationOrigin origin,
            FailureList failures)
    {
        Metadata? headers = MessageHeaders.OfNotification(origin);
        using var observation = telemetry.Send(ref headers, context.Server);
        try
        {
            await remote.Channel.UnaryAsync(method, notification, remote.Options(context, headers)).ConfigureAwait(false);
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.Unimplemented && e.Trailers.Count == 0)
        {
            // It does not know the notification: nobody there waits for it.
            observation?.Fail(e);
            NodeLog.PassedOver(node.Logger, remote.Name, typeof(TNotification).Name);
        }
        catch (RpcException e)
        {
            observation?.Fail(e);
            foreach (var failure in RemoteFailures.AllOf(e, typeof(TNotification).Name, remote))
            {
                failures.Add(failure);
            }
        }
    }
}
