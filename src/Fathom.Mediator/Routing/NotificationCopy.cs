using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>One copy of a notification, as another node sent it: delivers it, or waits until another copy was handled. Owned by its
/// call.</summary>
internal sealed class NotificationCopy<TNotification>(NotificationHandlers<TNotification> handlers,
    NotificationForwarder<TNotification> forwarder, RouteContext node, TNotification notification, ServerCallContext call,
    NotificationOrigin origin, Guid key)
    where TNotification : class, INotification
{
    /// <summary>Completes when this node has handled the notification, and, for the first copy, all nodes behind it.</summary>
    /// <param name="caller">The node that sent it, by its certificate; null without TLS.</param>
    /// <exception cref="PublishException">Handlers failed, or nodes were not reached.</exception>
    /// <exception cref="RpcException">Handlers failed when another copy was handled.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled.</exception>
    public async Task DeliverAsync(string? caller)
    {
        var sender = caller ?? call.Peer;
        while (true)
        {
            var copy = node.Deliveries.Begin(key, caller ?? SeenNotifications.Unknown, sender);
            if (copy.IsFirst)
            {
                await DeliverFirstAsync(copy.Delivery!, sender).ConfigureAwait(false);
                return;
            }

            if (copy is { Outcome: null, HasJoined: false })
            {
                await copy.Delivery!.Ended.WaitAsync(call.CancellationToken).ConfigureAwait(false);
                continue;
            }

            var outcome = copy.Outcome ?? await WaitAsync(copy.Delivery!).ConfigureAwait(false);
            if (outcome.Failure is { } failure)
            {
                throw new RpcException(failure.Status, failure.Trailers);
            }

            if (outcome.IsComplete)
            {
                return;
            }
        }
    }

    private async Task<HandlersOutcome> WaitAsync(NotificationDelivery joined)
    {
        try
        {
            return await joined.Handled.WaitAsync(call.CancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            joined.Leave();
            throw;
        }
    }

    private async Task DeliverFirstAsync(NotificationDelivery delivery, string sender)
    {
        var outcome = HandlersOutcome.Interrupted;
        var isForwarded = false;
        try
        {
            using var leaving = call.CancellationToken.UnsafeRegister(static state => ((NotificationDelivery)state!).Leave(), delivery);
            var context = new MessageContext { Server = call, Notification = origin, CancellationToken = delivery.Token };
            var (own, others) = (new FailureList(), new FailureList());

            // The remotes first: the network takes longer than the handlers here.
            var forwarding = forwarder.ForwardAsync(notification, context, origin, others);
            outcome = delivery.IsHandled ? HandlersOutcome.Succeeded : await HandleAsync(context, own).ConfigureAwait(false);
            if (outcome.IsComplete)
            {
                delivery.SetHandled(outcome);
            }

            await forwarding.ConfigureAwait(false);
            isForwarded = forwarder.MayForward(origin) && !delivery.Token.IsCancellationRequested;
            delivery.Token.ThrowIfCancellationRequested();
            own.With(others).ThrowIfAny(typeof(TNotification).Name);
        }
        finally
        {
            node.Deliveries.End(key, sender, delivery, outcome, isForwarded);
        }
    }

    private async Task<HandlersOutcome> HandleAsync(MessageContext context, FailureList failures)
    {
        await handlers.HandleAsync(notification, context, failures).ConfigureAwait(false);
        if (failures.ToException(typeof(TNotification).Name) is not { } failure)
        {
            return HandlersOutcome.Succeeded;
        }

        if (context.CancellationToken.IsCancellationRequested)
        {
            return HandlersOutcome.Interrupted;
        }

        // Without the exceptions: the outcome outlives the call.
        var end = node.Failures.ToCallEnd(failure);
        return new HandlersOutcome(true, new RpcException(end.Status, end.Trailers));
    }
}
