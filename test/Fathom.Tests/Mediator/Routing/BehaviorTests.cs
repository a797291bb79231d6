using Fathom.Mediator.Messages;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>Behaviours around handlers of requests and of notifications.</summary>
public sealed class BehaviorTests : IAsyncDisposable
{
    private readonly LocalNodes _nodes = new();

    [Fact]
    public async Task A_behaviour_may_answer_by_itself_try_again_and_change_the_request()
    {
        var mediator = _nodes.Start(b => b
            .AddBehavior(new Around((ask, context, next) => ask.Number < 0 ? new(new Answer(0)) : next(ask, context)))
            .AddBehavior(new Around(async (ask, context, next) =>
                new Answer((await next(ask, context)).Number + (await next(ask, context)).Number)))
            .AddBehavior(new Around((ask, context, next) => next(new Ask(ask.Number * 10), context)))
            .AddRequestHandler(new AskBy((ask, _) => new(new Answer(ask.Number)))));

        (await mediator.SendAsync(new Ask(-1))).Number.ShouldBe(0);
        (await mediator.SendAsync(new Ask(3))).Number.ShouldBe(60);
    }

    [Fact]
    public async Task A_behaviour_of_notifications_may_change_them_try_again_and_keep_them_from_a_handler()
    {
        var fails = 1;
        var mediator = _nodes.Start(b => b
            .AddNotificationBehavior(new AroundTell((tell, context, next) => tell.Number < 0 ? default : next(tell, context)))
            .AddNotificationBehavior(new AroundTell(async (tell, context, next) =>
            {
                try
                {
                    await next(tell, context);
                }
                catch (InvalidDataException)
                {
                    await next(tell, context);
                }
            }))
            .AddNotificationBehavior(new AroundTell(
                (tell, context, next) => fails-- > 0 ? throw new InvalidDataException() : next(new Tell(tell.Number * 10), context))));

        await mediator.PublishAsync(new Tell(-1));
        await mediator.PublishAsync(new Tell(3));

        _nodes.Told.Numbers.ShouldBe([30]);
    }

    [Fact]
    public async Task What_a_behaviour_of_notifications_throws_is_a_failure_of_the_handler_it_is_around_and_of_no_other()
    {
        var handled = 0;
        var mediator = _nodes.Start(b => b
            .AddNotificationBehavior(new FailingFor(first: true))
            .AddNotificationHandler(new TellBy(() => handled++)));

        var failure = await Should.ThrowAsync<PublishException>(() => mediator.PublishAsync(new Tell(1)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<InvalidDataException>();
        (handled + _nodes.Told.Numbers.Count).ShouldBe(1, "one of the two");
    }

    public ValueTask DisposeAsync() => _nodes.DisposeAsync();

    private sealed class Around(Func<Ask, MessageContext, RequestHandlerDelegate<Ask, Answer>, ValueTask<Answer>> handle)
        : IPipelineBehavior<Ask, Answer>
    {
        public ValueTask<Answer> HandleAsync(Ask request, MessageContext context, RequestHandlerDelegate<Ask, Answer> next) =>
            handle(request, context, next);
    }

    private sealed class AroundTell(Func<Tell, MessageContext, NotificationHandlerDelegate<Tell>, ValueTask> handle)
        : INotificationBehavior<Tell>
    {
        public ValueTask HandleAsync(Tell notification, MessageContext context, NotificationHandlerDelegate<Tell> next) =>
            handle(notification, context, next);
    }

    /// <summary>Lets all pass but the first.</summary>
    private sealed class FailingFor(bool first) : INotificationBehaviorFactory
    {
        private bool _first = first;

        public INotificationBehavior<TNotification>? Create<TNotification>(IServiceProvider services)
            where TNotification : class, INotification => new Behavior<TNotification>(this);

        private sealed class Behavior<TNotification>(FailingFor owner) : INotificationBehavior<TNotification>
            where TNotification : class, INotification
        {
            public ValueTask HandleAsync(TNotification notification, MessageContext context,
                NotificationHandlerDelegate<TNotification> next) =>
                Interlocked.Exchange(ref owner._first, false) ? throw new InvalidDataException() : next(notification, context);
        }
    }

    [ManualRegistration]
    private sealed class TellBy(Action told) : INotificationHandler<Tell>
    {
        public ValueTask HandleAsync(Tell notification, MessageContext context)
        {
            told();
            return default;
        }
    }
}
