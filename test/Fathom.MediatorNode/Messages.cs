using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.MediatorNode;

/// <summary>Told to all nodes.</summary>
[Contract]
public sealed partial record Bing([Member(1)] int Number) : INotification;

/// <summary>Says so.</summary>
public sealed class BingHandler : INotificationHandler<Bing>
{
    public ValueTask HandleAsync(Bing notification, MessageContext context)
    {
        Console.WriteLine($"bing {notification.Number}");
        return default;
    }
}
