using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Routing;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>Its handler publishes <see cref="Tock"/>.</summary>
[Contract]
public sealed partial record Tick : INotification;

/// <summary>Its handler publishes <see cref="Tick"/>.</summary>
[Contract]
public sealed partial record Tock : INotification;

/// <summary>Its handler sends another one to the other node.</summary>
[Contract, Remote("Other")]
public sealed partial record Ball : IRequest<Empty>;

/// <summary>What a handler passes on with the messages that it sends.</summary>
public enum PassedOn
{
    Context,
    TokenAlone,
    Nothing,
}

/// <summary>Handlers of two nodes that send each other messages without an end.</summary>
[ManualRegistration]
internal sealed class Bounce(PassedOn passed) : INotificationHandler<Tick>, INotificationHandler<Tock>, IRequestHandler<Ball, Empty>
{
    /// <summary>Beyond it, the test has seen that there is no end.</summary>
    public const int Limit = 100;

    private int _count;

    public int Count => Volatile.Read(ref _count);

    /// <summary>The mediator of the handler's node.</summary>
    public IMediator? Mediator { get; set; }

    public ValueTask HandleAsync(Tick notification, MessageContext context) => PublishAsync(new Tock(), context);

    public ValueTask HandleAsync(Tock notification, MessageContext context) => PublishAsync(new Tick(), context);

    public async ValueTask<Empty> HandleAsync(Ball request, MessageContext context)
    {
        // Also after the thread has changed.
        await Task.Yield();
        return Interlocked.Increment(ref _count) > Limit ? Empty.Instance : await Mediator!.SendAsync(new Ball(), Passed(context));
    }

    private async ValueTask PublishAsync(INotification notification, MessageContext context)
    {
        await Task.Yield();
        if (Interlocked.Increment(ref _count) <= Limit)
        {
            await Mediator!.PublishAsync(notification, Passed(context));
        }
    }

    private MessageContext Passed(MessageContext context) => passed switch
    {
        PassedOn.Context => context,
        PassedOn.TokenAlone => context.CancellationToken,
        _ => default,
    };
}
