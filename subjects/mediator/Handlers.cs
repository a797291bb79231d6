using Fathom.Mediator.Messages;

namespace Fathom.Subjects.Mediator;

/// <summary>Mirrors.</summary>
internal sealed class PingHandler : IRequestHandler<Ping, Pong>
{
    public ValueTask<Pong> HandleAsync(Ping request, MessageContext context) => new(new Pong(request.Payload));
}

/// <summary>Takes note.</summary>
internal sealed class BingHandler : INotificationHandler<Bing>
{
    public ValueTask HandleAsync(Bing notification, MessageContext context) => ValueTask.CompletedTask;
}
