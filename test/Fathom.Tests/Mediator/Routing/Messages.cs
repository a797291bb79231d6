using Fathom.Contracts;
using Fathom.Mediator.Messages;

namespace Fathom.Tests.Mediator.Routing;

[Contract]
public sealed partial record Ask([Member(1)] int Number) : IRequest<Answer>;

[Contract]
public sealed partial record Answer([Member(1)] int Number);

[Contract]
public sealed partial record Tell([Member(1)] int Number) : INotification;

/// <summary>Found by the generator.</summary>
public sealed class AskHandler : IRequestHandler<Ask, Answer>
{
    private readonly Answer _answer = new(42);

    public ValueTask<Answer> HandleAsync(Ask request, MessageContext context) => new(_answer);
}

/// <summary>Found by the generator, and made from services for each notification.</summary>
public sealed class TellHandler(TellHandler.Told told) : INotificationHandler<Tell>, IDisposable
{
    public ValueTask HandleAsync(Tell notification, MessageContext context)
    {
        told.Numbers.Add(notification.Number);
        return default;
    }

    public void Dispose() => told.Disposed++;

    public sealed class Told
    {
        public List<int> Numbers { get; } = [];

        public int Disposed { get; set; }
    }
}

/// <summary>Does what it is given to do.</summary>
[ManualRegistration]
internal sealed class AskBy(Func<Ask, MessageContext, ValueTask<Answer>> handle) : IRequestHandler<Ask, Answer>
{
    public ValueTask<Answer> HandleAsync(Ask request, MessageContext context) => handle(request, context);
}
