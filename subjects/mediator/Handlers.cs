using Fathom.Mediator.Messages;

namespace Fathom.Subjects.Mediator;

/// <summary>Responds with the payload of the request.</summary>
internal sealed class PingHandler : IRequestHandler<Ping, Pong>
{
    public ValueTask<Pong> HandleAsync(Ping request, MessageContext context) => new(new Pong(request.Payload));
}

/// <summary>Receives notifications and does nothing.</summary>
internal sealed class BingHandler : INotificationHandler<Bing>
{
    public ValueTask HandleAsync(Bing notification, MessageContext context) => ValueTask.CompletedTask;
}
