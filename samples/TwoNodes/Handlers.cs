using Fathom.Mediator;
using Fathom.Mediator.Messages;

namespace Fathom.Samples.TwoNodes;

/// <summary>Answers on whichever node it runs.</summary>
public sealed class QuestionHandler(MediatorNode node) : IRequestHandler<Question, Reply>
{
    public ValueTask<Reply> HandleAsync(Question request, MessageContext context) =>
        new(new Reply($"you asked '{request.Text}'", node.Name));
}

/// <summary>Says who came.</summary>
public sealed class ArrivalHandler(MediatorNode node) : INotificationHandler<Arrival>
{
    public ValueTask HandleAsync(Arrival notification, MessageContext context)
    {
        Console.WriteLine($"{node.Name} was told by {context.Notification!.Node}: {notification.Node} has arrived");
        return default;
    }
}
